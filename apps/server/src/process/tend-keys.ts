import type { Database } from '../adapters/storage/database/database.ts'
import { systemRandom } from '../adapters/system/randomness.ts'
import { newId } from '../adapters/system/secrets/secret-texts.ts'
import type { KeyParts } from '../app/api-keys/key-parts.ts'
import type { DemoMarket } from '../app/ports/market/demo-market.ts'
import type { Clock } from '../app/ports/system/clock.ts'
import type { EventLog } from '../app/ports/system/event-log.ts'
import type { Shared } from '../app/ports/system/fair-queue.ts'
import type { LeaseStore } from '../app/ports/system/lease-store.ts'
import type { TradeStore } from '../app/ports/trading/trades.ts'
import type { Config } from '../config/config.ts'
import { VAULT } from './places.ts'

/** Leases of all processes on one database, and this process's id. */
export type SharedLeases = { readonly leases: LeaseStore; readonly holder: string }

/** The market as the use cases of keys see it. */
export type KeysMarket = {
  readonly demoMarket: () => DemoMarket | null
  /** Whether the built-in demo market is shown. */
  readonly isDemoShown: () => boolean
}

export type TendedKeys = {
  readonly parts: KeyParts
  /** The places of requests to exchanges. */
  readonly requests: () => Shared
  /** Starts the daily checks of keys. */
  readonly recheck: (shared: SharedLeases) => void
  /** Starts running stored trades and watching their accounts, each in the process that holds its lease. */
  readonly runTrades: (shared: SharedLeases, trades: TradeStore) => void
  /** Makes the trade runner look for a stored trade at once. */
  readonly wakeTrades: () => void
  readonly stop: () => Promise<void>
}

type Options = {
  readonly config: Config
  readonly clock: Clock
  readonly logEvent: EventLog
  readonly database: () => Database
  readonly market: KeysMarket
}

/** Sets up exchange keys; the vault's process starts at the first question. */
export async function tendKeys({ config, clock, logEvent, database, market }: Options): Promise<TendedKeys> {
  const { masterKeyFile: keyFile, exchangeOrigin, dataDir } = config
  const { VaultProcess } = await import('../adapters/vault/vault-process.ts')
  const { keyStore } = await import('../adapters/storage/keys/key-store.ts')
  const { DailyRechecks } = await import('../app/api-keys/daily-rechecks.ts')
  const demoOrigin = () => market.demoMarket()?.origin ?? null
  const vault = new VaultProcess({ script: VAULT, keyFile, exchangeOrigin, dataDir, demoOrigin, clock, log: logEvent })
  const { demoAccounts } = await import('../app/api-keys/demo-accounts.ts')
  const demo = demoAccounts({ isShown: market.isDemoShown, market: market.demoMarket })
  const alarm = (event: string, data: object) => logEvent('error', event, { ...data, alarm: true })
  const parts = { store: keyStore(database), vault, demo, clock, newId, alarm }
  const { TradeRunner } = await import('../app/trading/trade-runner.ts')
  const { AccountWatch } = await import('../app/trading/account-watch.ts')
  let watch: InstanceType<typeof AccountWatch> | null = null
  let rechecks: InstanceType<typeof DailyRechecks> | null = null
  let trader: InstanceType<typeof TradeRunner> | null = null
  return {
    parts,
    requests: () => vault.shared,
    recheck: (shared) => {
      rechecks = new DailyRechecks({ ...parts, ...shared, log: logEvent })
      rechecks.start()
    },
    runTrades: (shared, trades) => {
      trader = new TradeRunner({ trades, keys: parts.store, vault, clock, log: logEvent, ...shared })
      trader.start()
      watch = new AccountWatch({
        trades,
        store: parts.store,
        vault,
        clock,
        log: logEvent,
        chance: systemRandom,
        ...shared,
      })
      watch.start()
    },
    wakeTrades: () => trader?.wake(),
    stop: async () => {
      rechecks?.stop()
      watch?.stop()
      const traded = trader?.stop()
      // Open questions to exchanges are answered as unknown at once.
      vault.stop()
      await traded
    },
  }
}
