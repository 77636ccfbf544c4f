import fc from 'fast-check'
import type { OrderResult, TradeOrder } from '../trade/next-step.ts'
import type { TradeLeg } from '../trade/trade-leg.ts'
import { type Fraction, less, minus, notional, of, type PlainLevel, plus, times, ZERO } from './plain-spot.ts'

/** How an exchange treats one order. */
export type Treatment = {
  readonly isRefused: boolean
  /** Thousandths of it that are filled, in whole lots. */
  readonly share: number
  /** Thousandths that its price is better than its limit. */
  readonly off: number
  /** Whether the fee is taken in a third asset, such as BNB, and does not appear in the pair. */
  readonly isFeeElsewhere: boolean
}

export const treatment: fc.Arbitrary<Treatment> = fc.record({
  isRefused: fc.constantFrom(false, false, false, false, true),
  share: fc.oneof(fc.constantFrom(0, 1_000, 1_000, 1_000), fc.integer({ min: 0, max: 1_000 })),
  off: fc.integer({ min: 0, max: 10 }),
  isFeeElsewhere: fc.constantFrom(false, false, true),
})

export const WHOLLY: Treatment = { isRefused: false, share: 1_000, off: 0, isFeeElsewhere: false }

/** A fraction over a power of ten as exchanges write it: with the digits that it has, trailing zeros too. */
function written([n, d]: Fraction): string {
  const decimals = d.toString().length - 1
  const digits = n.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Whether the fee is paid on top, in the quote. Where it is not, a purchase pays it in the coin bought. */
export const paysOnTop = ({ exchange, market }: TradeLeg): boolean => exchange === 'kraken' || market === 'perp'

/**
 * Fills an order by its treatment, in whole lots, with the fee where its exchange takes it. With a book, an opening
 * order takes what the book's levels hold up to its limit.
 */
export function fill(
  order: TradeOrder,
  leg: TradeLeg,
  treatment: Treatment,
  levels: readonly PlainLevel[] = [],
): OrderResult {
  if (treatment.isRefused) return { kind: 'refused' }
  const { share, off, isFeeElsewhere } = treatment
  const lot = of(leg.lot_step ?? '0.00000001')
  const lots = lotsOf(order.quantity, leg)
  const isFromBook = order.purpose === 'open' && levels.length > 0
  const held = isFromBook ? levels.filter(([price]) => !isWorse(order, price)).map(([, size]) => of(size)) : []
  const told = times([(lots * BigInt(share)) / 1_000n, 1n], lot)
  const filled = isFromBook ? lesser(told, held.reduce(plus, ZERO)) : told
  const better = BigInt(order.side === 'sell' ? 1_000 + off : 1_000 - off)
  const price = times(of(order.limit ?? leg.limit), [better, 1_000n])
  const value = isFromBook ? notional(levels.map(priced), filled) : times(price, filled)
  const isInBase = order.side === 'buy' && !paysOnTop(leg)
  const fee = times(isInBase ? times(filled, of(leg.multiplier)) : value, isFeeElsewhere ? ZERO : of(leg.fee))
  const [feeBase, feeQuote] = isInBase ? [written(fee), '0'] : ['0.00', written(fee)]
  return { kind: 'done', filled: written(filled), value: written(value), feeBase, feeQuote }
}

const lesser = (a: Fraction, b: Fraction) => (less(b, a) ? b : a)
const priced = ([price, size]: PlainLevel) => ({ price: of(price), size: of(size) })
const isWorse = ({ side, limit }: TradeOrder, price: string) =>
  side === 'buy' ? less(of(limit ?? price), of(price)) : less(of(price), of(limit ?? price))

/** Whole lots of a quantity; throws where it has a part of one. */
export function lotsOf(quantity: string, leg: TradeLeg): bigint {
  const [n, d] = of(quantity)
  const [lotN, lotD] = of(leg.lot_step ?? '0.00000001')
  if ((n * lotD) % (d * lotN) !== 0n) throw new Error(`${quantity} is not in lots of ${leg.lot_step}`)
  return (n * lotD) / (d * lotN)
}

/** The change of each asset by all fills. */
export class Ledger {
  readonly #assets = new Map<string, Fraction>()

  of(asset: string): Fraction {
    return this.#assets.get(asset) ?? ZERO
  }

  book({ side }: TradeOrder, leg: TradeLeg, result: OrderResult): void {
    if (result.kind === 'refused') return
    const coins = times(of(result.filled), of(leg.multiplier))
    const value = of(result.value)
    const [inBase, inQuote] = side === 'buy' ? [coins, minus(ZERO, value)] : [minus(ZERO, coins), value]
    this.#move(leg.base, minus(inBase, of(result.feeBase)))
    this.#move(leg.quote, minus(inQuote, of(result.feeQuote)))
  }

  #move(asset: string, by: Fraction): void {
    this.#assets.set(asset, plus(this.of(asset), by))
  }
}
