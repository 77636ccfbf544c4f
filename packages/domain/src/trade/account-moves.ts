import { add, compare, divide, multiply, type Ratio, ratio, ratioOfText, subtract, ZERO } from '../money/ratio.ts'
import { flowOf, type SentOrder } from './next-step.ts'
import type { TradePlan } from './plan-trade.ts'
import { coinsOf, DEFAULT_LOT_STEP, smaller, type TradeLeg } from './trade-leg.ts'

/**
 * What the orders of a trade moved in an account: a perpetual's position, in units of the exchange, or the balance of
 * an asset, in coins. With orders of unknown result the move lies between `least` and `most`.
 */
export type AccountMove = {
  readonly kind: 'position' | 'balance'
  /** The exchange's own name of the perpetual, or the asset. */
  readonly name: string
  readonly least: Ratio
  readonly most: Ratio
  /** The least amount that an order can move, by the leg's lot. */
  readonly lot: Ratio
}

const HALF = ratio(1n, 2n)

/**
 * What a trade moved in the account that trades the legs that `isOwn` accepts. Two things are left out because the
 * trade's fills do not account for them: the quote of an account with a perpetual, from which margin and funding are
 * taken, and the quote of a leg with an order of unknown result, whose price nobody knows.
 */
export function accountMoves(
  { legs }: TradePlan,
  orders: readonly SentOrder[],
  isOwn: (leg: number) => boolean,
): readonly AccountMove[] {
  const own = legs.flatMap((terms, leg) =>
    isOwn(leg) ? [{ terms, sent: orders.filter((one) => one.leg === leg) }] : [],
  )
  const margins = new Set(own.flatMap(({ terms }) => (terms.market === 'perp' ? [terms.quote] : [])))
  const untold = new Set(
    own.flatMap(({ terms, sent }) => (sent.some(({ result }) => result === null) ? [terms.quote] : [])),
  )
  const moves = own.flatMap(({ terms, sent }) => {
    if (terms.market === 'perp') return [positionMove(terms, sent)]
    const quote = margins.has(terms.quote) || untold.has(terms.quote) ? [] : [quoteMove(terms, sent)]
    return margins.has(terms.base) ? quote : [baseMove(terms, sent), ...quote]
  })
  // A leg of unknown result moves the quote, whichever leg has that asset as its base.
  return joined(moves.filter(({ kind, name }) => kind === 'position' || !untold.has(name)))
}

/** Whether a change is within what was moved. A difference below half a lot is no order: exchanges round. */
export function isAccountedFor({ least, most, lot }: AccountMove, change: Ratio): boolean {
  const half = multiply(lot, HALF)
  return compare(add(change, half), least) > 0 && compare(subtract(change, half), most) < 0
}

/** What is left to its owner, who may close all of it, a part, or nothing. */
export const leftToOwner = ({ least, most, ...move }: AccountMove): AccountMove => ({
  ...move,
  least: smaller(least, ZERO),
  most: compare(most, ZERO) < 0 ? ZERO : most,
})

/** The moves of several trades or legs, added up for each position and balance. */
export function joined(moves: readonly AccountMove[]): readonly AccountMove[] {
  const all = new Map<string, AccountMove>()
  for (const move of moves) {
    const known = all.get(`${move.kind} ${move.name}`)
    all.set(
      `${move.kind} ${move.name}`,
      known === undefined
        ? move
        : {
            ...move,
            least: add(known.least, move.least),
            most: add(known.most, move.most),
            lot: smaller(known.lot, move.lot),
          },
    )
  }
  return [...all.values()]
}

const lotOf = ({ lot_step }: TradeLeg): Ratio => ratioOfText(lot_step ?? DEFAULT_LOT_STEP)

function positionMove(terms: TradeLeg, orders: readonly SentOrder[]): AccountMove {
  const { least, most } = summed(orders, ({ side, result, quantity }) => {
    if (result?.kind === 'refused') return [ZERO, ZERO]
    const units = ratioOfText(result?.filled ?? quantity)
    const signed = side === 'buy' ? units : subtract(ZERO, units)
    return result === null ? [ZERO, signed] : [signed, signed]
  })
  return { kind: 'position', name: terms.symbol, least, most, lot: lotOf(terms) }
}

function baseMove(terms: TradeLeg, orders: readonly SentOrder[]): AccountMove {
  const { least, most } = summed(orders, ({ side, result, quantity }) => {
    if (result?.kind === 'refused') return [ZERO, ZERO]
    if (result === null) {
      const coins = coinsOf(quantity, terms)
      return [ZERO, side === 'buy' ? coins : subtract(ZERO, coins)]
    }
    const { given, got } = flowOf(side, terms, result)
    const moved = side === 'buy' ? got : subtract(ZERO, given)
    return [moved, moved]
  })
  const lot = multiply(lotOf(terms), ratioOfText(terms.multiplier))
  return { kind: 'balance', name: terms.base, least, most, lot }
}

function quoteMove(terms: TradeLeg, orders: readonly SentOrder[]): AccountMove {
  const { least, most } = summed(orders, ({ side, result }) => {
    if (result?.kind !== 'done') return [ZERO, ZERO]
    const { given, got } = flowOf(side, terms, result)
    const moved = side === 'buy' ? subtract(ZERO, given) : got
    return [moved, moved]
  })
  // A lot may have been traded at a price far below that of the plan.
  const lot = divide(multiply(lotOf(terms), ratioOfText(terms.limit)), ratio(2n))
  return { kind: 'balance', name: terms.quote, least, most, lot }
}

/** The sums of what orders moved, each between two amounts. */
function summed(orders: readonly SentOrder[], movedBy: (order: SentOrder) => readonly [Ratio, Ratio]) {
  let [least, most] = [ZERO, ZERO]
  for (const order of orders) {
    const [a, b] = movedBy(order)
    const isUp = compare(a, b) <= 0
    least = add(least, isUp ? a : b)
    most = add(most, isUp ? b : a)
  }
  return { least, most }
}
