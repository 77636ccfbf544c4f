import type { TestAccount } from '../accounts/test-account.ts'
import type { Instrument } from '../market/instrument.ts'

interface InstrumentSettings {
  leverage: number
  isIsolated: boolean
}

/** Settings of an account for all of its perpetuals. */
export interface AccountSettings {
  /** Whether long and short positions of a perpetual are kept apart (hedge mode). */
  isHedged: boolean
  /** Whether margin is isolated, which only Bybit sets for the whole account. */
  isIsolated: boolean
  readonly instruments: Map<Instrument, InstrumentSettings>
}

/** Leverage of a perpetual that its owner has not set. */
const FIRST_LEVERAGE = 10
/** Greatest leverage that a perpetual takes. */
const MOST_LEVERAGE = 100

/** Position mode, margin modes and leverages of all accounts, as their owners have set them. */
export class PositionSettings {
  readonly #all = new Map<TestAccount, AccountSettings>()

  of(account: TestAccount): AccountSettings {
    const known = this.#all.get(account)
    if (known !== undefined) return known
    const made: AccountSettings = { isHedged: false, isIsolated: false, instruments: new Map() }
    this.#all.set(account, made)
    return made
  }

  ofInstrument(account: TestAccount, instrument: Instrument): InstrumentSettings {
    const { instruments } = this.of(account)
    const known = instruments.get(instrument)
    if (known !== undefined) return known
    const made = { leverage: FIRST_LEVERAGE, isIsolated: false }
    instruments.set(instrument, made)
    return made
  }
}

/** A whole leverage (text or number) that exchanges take; null for anything else. */
export function leverageIn(value: unknown): number | null {
  const leverage = typeof value === 'string' && /^\d{1,3}(\.0+)?$/.test(value) ? Number(value) : value
  return typeof leverage === 'number' && Number.isInteger(leverage) && leverage >= 1 && leverage <= MOST_LEVERAGE
    ? leverage
    : null
}
