import type { ExchangeId } from '@makas/domain'
import type { KeyMaterial } from '../trading/key-vault.ts'

/** The simulated exchanges that run in the engine, as their account holders see them. */
export type DemoMarket = {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string
  /** Accounts with their keys; there is no real money behind any of them. */
  readonly accounts: Readonly<Record<ExchangeId, readonly KeyMaterial[]>>
}
