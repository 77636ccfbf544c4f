import type { ExchangeId } from '@makas/domain'
import type { DailyChange } from '../../../../app/ports/market/book-feed.ts'
import type { ExchangeProtocol, ReaderSink } from '../../../../app/ports/market/exchange-reader.ts'
import type { Clock } from '../../../../app/ports/system/clock.ts'
import type { EventLog } from '../../../../app/ports/system/event-log.ts'

/** Words of each address's limits, by its prefix: threads that have the same buffer count together. */
export type SharedLimits = Readonly<Record<string, SharedArrayBuffer>>

/** Dependencies of every exchange's feed. */
export type FeedContext = {
  /** The engine's sink, where books are kept. */
  readonly sink: ReaderSink
  readonly clock: Clock
  /** Uniform in [0, 1), for jitter. */
  readonly random: () => number
  /** A loopback origin in place of the exchanges (`EXCHANGE_ORIGIN`, the demo's simulator); null: the real hosts. */
  readonly origin: string | null
  /** Folder of the ban files, which outlive a restart. */
  readonly dataDir: string
  /** Left out: no other thread talks to the same addresses. */
  readonly sharedLimits?: SharedLimits | undefined
  readonly log: EventLog
  readonly onDailyChanges?: (exchange: ExchangeId, changes: readonly DailyChange[]) => void
  /** Wraps the exchange's protocol to see all that its reader is given. Left out: the protocol stays as it is. */
  readonly watched?: (protocol: ExchangeProtocol) => ExchangeProtocol
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** The addresses of one exchange: its own hosts, or its path prefix behind a loopback origin. */
export type Hosts = { readonly rest: string; readonly socket: string }

/**
 * Hosts to talk to. With an origin nothing else is ever contacted.
 * @throws RangeError when the origin is not a loopback address.
 */
export function hostsOf(own: Hosts, prefix: string, origin: string | null): Hosts {
  if (origin === null) return own
  const url = new URL(origin)
  if (!LOOPBACK.has(url.hostname)) throw new RangeError('an exchange origin must be a loopback address')
  const rest = `${url.origin}${prefix}`
  return { rest, socket: rest.replace(/^http/, 'ws') }
}
