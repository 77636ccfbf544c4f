import { type Decimal, mantissaAt } from '@makas/domain'
import type { TestAccount } from '../accounts/test-account.ts'
import type { Instrument } from '../market/instrument.ts'
import { filledLots, filledValue, minus, type Order, sumOf } from './order.ts'

export interface Position {
  readonly instrument: Instrument
  /** Size in lots; negative for a short position. */
  readonly lots: number
  /** Value at entry, in the quote; never negative. */
  readonly value: Decimal
}

/** Positions of all accounts; one per instrument (net mode), with shared margin (cross). */
export class Positions {
  readonly #all = new Map<TestAccount, Map<Instrument, Position>>()

  of(account: TestAccount): readonly Position[] {
    return [...(this.#all.get(account)?.values() ?? [])]
  }

  lotsOf(account: TestAccount, instrument: Instrument): number {
    return this.#all.get(account)?.get(instrument)?.lots ?? 0
  }

  /** Applies an order's fills. Returns the realised profit or loss in the quote; zero where the order only opens. */
  take(order: Order): Decimal {
    const { account, instrument, side } = order
    const before = this.#all.get(account)?.get(instrument) ?? { instrument, lots: 0, value: NOTHING }
    const signed = side === 'buy' ? filledLots(order) : -filledLots(order)
    if (signed === 0) return NOTHING
    const value = filledValue(order)
    const after = before.lots + signed
    const isOpening = before.lots === 0 || Math.sign(before.lots) === Math.sign(signed)
    if (isOpening) {
      this.#keep(account, { instrument, lots: after, value: sumOf([before.value, value]) })
      return NOTHING
    }
    const closed = Math.min(Math.abs(before.lots), Math.abs(signed))
    const opened = part(before.value, closed, Math.abs(before.lots))
    const got = part(value, closed, Math.abs(signed))
    const isTurned = Math.abs(signed) > Math.abs(before.lots)
    const left = isTurned ? minus(value, got) : minus(before.value, opened)
    this.#keep(account, { instrument, lots: after, value: left })
    return before.lots > 0 ? minus(got, opened) : minus(opened, got)
  }

  #keep(account: TestAccount, position: Position): void {
    const own = this.#all.get(account) ?? new Map<Instrument, Position>()
    this.#all.set(account, own)
    if (position.lots === 0) own.delete(position.instrument)
    else own.set(position.instrument, position)
  }
}

const NOTHING: Decimal = { mantissa: 0n, decimals: 0 }
/** Decimals of a part of a value, far below a holding's unit. */
const SHARE_DECIMALS = 12

/** The part of a value that belongs to `lots` of `all` lots. */
function part(value: Decimal, lots: number, all: number): Decimal {
  const decimals = Math.max(value.decimals, SHARE_DECIMALS)
  return { mantissa: (mantissaAt(value, decimals) * BigInt(lots)) / BigInt(all), decimals }
}
