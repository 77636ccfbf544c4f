import { type Decimal, mantissaAt } from '@makas/domain'
import type { BookSide } from '../market/book-side.ts'
import type { Instrument } from '../market/instrument.ts'
import { minus, type OrderRequest, valueAt } from './order.ts'

/** Lots taken from a level. */
export interface TakenLots {
  readonly ticks: number
  readonly lots: number
}

/** The side of the book that an order takes from. */
const sideFor = ({ instrument, side }: Pick<OrderRequest, 'instrument' | 'side'>): BookSide =>
  side === 'buy' ? instrument.asks : instrument.bids

/** Asks are kept by price, bids by its negative: on both sides a smaller key is a better price. */
const keyOf = (ticks: number, side: OrderRequest['side']): number => (side === 'buy' ? ticks : -ticks)

/**
 * The levels that an order would take now, best first, without changing the book. The last level of a side is never
 * taken, so that there is always a price.
 */
export function match(order: Pick<OrderRequest, 'instrument' | 'side' | 'size' | 'limit'>): readonly TakenLots[] {
  const { instrument, side, size, limit } = order
  const book = sideFor(order)
  const worst = limit === null ? Number.POSITIVE_INFINITY : keyOf(limit, side)
  const taken: TakenLots[] = []
  let lots = 'lots' in size ? size.lots : Number.POSITIVE_INFINITY
  let money = 'money' in size ? size.money : null
  for (let rank = 0; rank < book.keys.length - 1 && lots > 0; rank++) {
    const key = book.keys[rank] as number
    if (key > worst) break
    const ticks = Math.abs(key)
    const there = book.lots[rank] as number
    const most = money === null ? there : Math.min(there, affordable(money, ticks, instrument))
    const part = Math.min(lots, most)
    if (part > 0) taken.push({ ticks, lots: part })
    lots -= part
    if (money !== null) money = minus(money, valueAt(ticks, part, instrument))
    if (part < there) break
  }
  return taken
}

/** Whole lots that an amount of the quote buys at a price. */
function affordable(money: Decimal, ticks: number, instrument: Instrument): number {
  const one = valueAt(ticks, 1, instrument)
  const decimals = Math.max(money.decimals, one.decimals)
  return Number(mantissaAt(money, decimals) / mantissaAt(one, decimals))
}

/** Removes the taken lots from the book. */
export function take(order: Pick<OrderRequest, 'instrument' | 'side'>, taken: readonly TakenLots[]): void {
  const book = sideFor(order)
  for (const { ticks, lots } of taken) {
    const at = book.lowerBound(keyOf(ticks, order.side))
    const left = (book.lots[at] as number) - lots
    if (left > 0) book.lots[at] = left
    else book.removeAt(at)
  }
}
