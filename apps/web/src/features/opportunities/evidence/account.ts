import type { EvidenceLeg, ExchangeId, SpotEvidence } from '@makas/contract'
import {
  add,
  compare,
  divide,
  exactText,
  multiply,
  ofDecimal,
  parseDecimal,
  type Ratio,
  ratio,
  subtract,
  ZERO,
} from '@makas/domain'

/** A line of the sum that leads to net PnL; `amount` is exact text with its sign. */
export type AccountLine =
  | { readonly kind: 'gross' | 'slippage' | 'fees' | 'net'; readonly amount: string }
  | { readonly kind: 'fee'; readonly exchange: ExchangeId; readonly amount: string }

/** One level of a leg, in coins and quote per coin, with the part that the size takes of it. */
export type TakenLevel = { readonly price: string; readonly quantity: string; readonly taken: string }

/** What stopped the size, read off the evidence alone. */
export type SizeLimit = 'depth' | 'depth-unknown' | 'lot' | 'cap'

/** Exact text of the wire (`8.12526` or `p/q`) as a fraction. Throws a RangeError for anything else. */
function exactValue(text: string): Ratio {
  const parts = /^(-?\d+)\/(\d+)$/.exec(text)
  if (parts) return ratio(BigInt(parts[1] ?? ''), BigInt(parts[2] ?? ''))
  const value = parseDecimal(text)
  if (!value) throw new RangeError('evidence carries a text that is no exact value')
  return ofDecimal(value)
}

/**
 * The sum line by line: gross − slippage − fees = net, to the last digit (formulas.md § 1, Identity). The fees stand
 * one line an exchange where their parts, computed from the levels, add up to the fees the server sent; else in one.
 */
export function account(evidence: SpotEvidence): readonly AccountLine[] {
  const legFees = evidence.legs.map((leg) => ({
    leg,
    fee: multiply(notional(leg, evidence.size), exactValue(leg.fee)),
  }))
  const together = legFees.reduce((sum, { fee }) => add(sum, fee), ZERO)
  const minus = (value: Ratio) => exactText(subtract(ZERO, value))
  const fees: AccountLine[] =
    compare(together, exactValue(evidence.fees)) === 0
      ? legFees.map(({ leg, fee }) => ({ kind: 'fee', exchange: leg.exchange, amount: minus(fee) }))
      : [{ kind: 'fees', amount: minus(exactValue(evidence.fees)) }]
  return [
    { kind: 'gross', amount: evidence.gross },
    { kind: 'slippage', amount: minus(exactValue(evidence.slippage)) },
    ...fees,
    { kind: 'net', amount: evidence.net },
  ]
}

/** Decimals that all lines need so that the digits on screen add up. */
export function placesOf(lines: readonly { readonly amount: string }[]): number {
  return Math.max(0, ...lines.map(({ amount }) => amount.split('.')[1]?.length ?? 0))
}

/** The levels of a leg with what the size takes of each; sizes of multiplied tickers are turned into coins. */
export function takenLevels(leg: EvidenceLeg, size: string): readonly TakenLevel[] {
  const multiplier = exactValue(leg.multiplier)
  let left = exactValue(size)
  return leg.levels.map(([price, quantity]) => {
    const coins = multiply(exactValue(quantity), multiplier)
    const taken = compare(left, coins) < 0 ? left : coins
    left = subtract(left, taken)
    return {
      price: exactText(divide(exactValue(price), multiplier)),
      quantity: exactText(coins),
      taken: exactText(taken),
    }
  })
}

/** Quote currency that the size moves on a leg: the sum of price · quantity over the levels it takes. */
function notional(leg: EvidenceLeg, size: string): Ratio {
  return takenLevels(leg, size).reduce(
    (sum, { price, taken }) => add(sum, multiply(exactValue(price), exactValue(taken))),
    ZERO,
  )
}

/**
 * What limited the size: a side used up to the end of its last level stopped there because the next one does not pay
 * (or is not known: `depth_limited`); a rest smaller than a lot step was rounded away; a larger one was capped.
 */
export function sizeLimit(evidence: SpotEvidence, depthLimited: boolean): SizeLimit {
  if (depthLimited) return 'depth-unknown'
  const size = exactValue(evidence.size)
  const rests = evidence.legs.map((leg) => {
    const offered = takenLevels(leg, evidence.size).reduce((sum, level) => add(sum, exactValue(level.quantity)), ZERO)
    return subtract(offered, size)
  })
  if (rests.some((rest) => compare(rest, ZERO) <= 0)) return 'depth'
  const steps = evidence.legs.map((leg) =>
    leg.lot_step === null ? ZERO : multiply(exactValue(leg.lot_step), exactValue(leg.multiplier)),
  )
  const rounded = rests.some((rest) => steps.some((step) => compare(rest, step) < 0))
  return rounded ? 'lot' : 'cap'
}

/** For drawing only: the nearest number of an exact text. */
export function drawn(text: string): number {
  const [over, under] = text.split('/')
  return Number(over) / Number(under ?? 1)
}
