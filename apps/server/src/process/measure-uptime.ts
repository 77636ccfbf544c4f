import { type Shard, WHOLE } from '@makas/domain'
import type { Database } from '../adapters/storage/database/database.ts'
import { UptimeMeter } from '../app/operation/uptime-meter.ts'
import type { Clock } from '../app/ports/system/clock.ts'
import type { Config } from '../config/config.ts'
import { configuredSource } from './configured-source.ts'

/**
 * Starts the uptime meter of one shard or of the whole market; null where no exchange is asked, so that there is
 * nothing to measure (product-decisions.md 14).
 */
export async function measureUptime(
  config: Config,
  clock: Clock,
  database: () => Database,
  isLive: () => boolean,
  shard: Shard = WHOLE,
): Promise<UptimeMeter | null> {
  const source = configuredSource(config)
  if (source !== null && source !== 'live') return null
  const { uptimeStore } = await import('../adapters/storage/market/uptime-store.ts')
  // MARKET=auto may change to the demo market, whose minutes are not measured.
  const store = uptimeStore(database, shard, source === 'live')
  const meter = new UptimeMeter({ store, isLive, clock })
  meter.start()
  return meter
}
