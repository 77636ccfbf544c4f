import type { Database } from '../adapters/storage/database/database.ts'
import { newId } from '../adapters/system/secret-texts.ts'
import type { KeyParts } from '../app/api-keys/key-parts.ts'
import type { Clock } from '../app/ports/clock.ts'
import type { DemoMarket } from '../app/ports/demo-market.ts'
import type { Ledger } from '../app/ports/ledger.ts'
import type { TradeStore } from '../app/ports/trades.ts'
import type { Config } from '../config.ts'
import type { Tell } from './log.ts'
import { VAULT } from './places.ts'

/** What all processes on one database agree upon, and which of them this is. */
export type Shared = { readonly ledger: Ledger; readonly holder: string }

/** The market that keys are told of. */
export type KeysMarket = {
  readonly demoMarket: () => DemoMarket | null
  readonly isDemoShown: () => boolean
}

export type TendedKeys = {
  readonly parts: KeyParts
  /** From now on they are looked after daily. */
  readonly recheck: (shared: Shared) => void
  /** From now on trades that are written down are run, here or in another process. */
  readonly runTrades: (shared: Shared, trades: TradeStore) => void
  /** A trade was written down. */
  readonly wakeTrades: () => void
  readonly stop: () => Promise<void>
}

type Options = {
  readonly config: Config
  readonly clock: Clock
  readonly tell: Tell
  readonly database: () => Database
  readonly market: KeysMarket
}

/** Exchange keys; the vault starts with the first that is asked about. */
export async function tendKeys({ config, clock, tell, database, market }: Options): Promise<TendedKeys> {
  const { masterKeyFile: keyFile, exchangeOrigin } = config
  const { VaultProcess } = await import('../adapters/vault/vault-process.ts')
  const { keyStore } = await import('../adapters/storage/keys/key-store.ts')
  const { DailyRechecks } = await import('../app/api-keys/daily-rechecks.ts')
  const demoOrigin = () => market.demoMarket()?.origin ?? null
  const vault = new VaultProcess({ script: VAULT, keyFile, exchangeOrigin, demoOrigin, clock, log: tell })
  const { demoAccounts } = await import('../app/api-keys/demo-accounts.ts')
  // What EXCHANGE_ORIGIN names stands in for the exchanges: typed keys are asked of it.
  const isShown = () => market.isDemoShown() && exchangeOrigin === null
  const demo = demoAccounts({ isShown, market: market.demoMarket })
  const alarm = (event: string, data: object) => tell('error', event, { ...data, alarm: true })
  const parts = { store: keyStore(database), vault, demo, clock, newId, alarm }
  const { TradeRunner } = await import('../app/trading/trade-runner.ts')
  let rechecks: InstanceType<typeof DailyRechecks> | null = null
  let trader: InstanceType<typeof TradeRunner> | null = null
  return {
    parts,
    recheck: (shared) => {
      rechecks = new DailyRechecks({ ...parts, ...shared, log: tell })
      rechecks.start()
    },
    runTrades: (shared, trades) => {
      trader = new TradeRunner({ trades, keys: parts.store, vault, clock, newId, log: tell, ...shared })
      trader.start()
    },
    wakeTrades: () => trader?.wake(),
    stop: async () => {
      rechecks?.stop()
      const traded = trader?.stop()
      // What is still asked of an exchange is answered at once: nothing is known of it.
      vault.stop()
      await traded
    },
  }
}
