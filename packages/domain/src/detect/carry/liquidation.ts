import type { TierTable } from '../../market/perp.ts'
import { type Decimal, mantissaAt } from '../../money/decimal.ts'
import { add, compare, divide, multiply, ONE, ofDecimal, type Ratio, ratio, subtract, ZERO } from '../../money/ratio.ts'
import type { Leverage } from './carry-account.ts'

/**
 * One tier of margin as the formula needs it: from a notional of `floor` on, a position of notional N must keep
 * `N·mmr − cum`. `cum` is what makes the requirement one unbroken line over all tiers.
 */
export type MaintenanceTier = { readonly floor: Decimal; readonly mmr: Decimal; readonly cum: Decimal }

export type IsolatedPosition = {
  /** The perpetual sold (`short`, carry) or bought (`long`, reverse carry). */
  readonly side: 'short' | 'long'
  /** Average entry price, per coin. */
  readonly entry: Ratio
  /** Coins. */
  readonly size: Ratio
  readonly leverage: Leverage
}

/** `never`: a long paid for in full is worth more than nothing at any price. */
export type Liquidation = { readonly kind: 'at'; readonly price: Ratio } | { readonly kind: 'never' }

/** Highest maintenance margin rate of a valid table; below it no fee makes the requirement exceed the whole value. */
const TOO_HIGH = ratio(9n, 10n)

/**
 * Tiers with their `cum_i = cum_{i−1} + floor_i·(mmr_i − mmr_{i−1})` (formulas.md § 3). Null for an invalid table: no
 * tier, a first floor that is not 0, floors that do not rise, a rate that is negative or above 0.9.
 *
 * Floors that count base units (OKX states contracts) become notionals at the current mark. They move with the mark, so
 * these tiers hold for that mark only; a position inside the first tier is not affected by it.
 */
export function maintenanceTiers(table: TierTable, mark: Decimal): readonly MaintenanceTier[] | null {
  const floors = table.tiers.map(({ floor }) => (table.by === 'notional' ? floor : times(floor, mark)))
  const decimals = Math.max(0, ...floors.map((floor) => floor.decimals))
  const rateDecimals = Math.max(0, ...table.tiers.map(({ mmr }) => mmr.decimals))
  const tiers: MaintenanceTier[] = []
  let lastFloor = -1n
  let lastRate = 0n
  let cum = 0n
  for (const [at, floor] of floors.entries()) {
    const { mmr } = table.tiers[at] as TierTable['tiers'][number]
    const from = mantissaAt(floor, decimals)
    const rate = mantissaAt(mmr, rateDecimals)
    if (from <= lastFloor || (at === 0 && from !== 0n)) return null
    if (rate < 0n || compare(ofDecimal(mmr), TOO_HIGH) > 0) return null
    cum += from * (rate - lastRate)
    tiers.push({ floor, mmr, cum: { mantissa: cum, decimals: decimals + rateDecimals } })
    lastFloor = from
    lastRate = rate
  }
  return tiers.length === 0 ? null : tiers
}

/**
 * The price at which an isolated position's equity no longer covers what its tier requires (formulas.md § 3), of a
 * linear contract with M = size·E/leverage put in. With N the position's notional at that price:
 *
 * short: `M + (size·E − N) = N·mmr − cum`, so `N = (M + size·E + cum) / (1 + mmr)`;
 * long, mirrored: `M + (N − size·E) = N·mmr − cum`, so `N = (size·E − M − cum) / (1 − mmr)`.
 *
 * The tier is the one whose span holds N: floorᵢ < N ≤ floorᵢ₊₁, not the tier of the entry. Two neighbouring tiers
 * require the same at their common floor, so the first tier whose end N does not pass is the right tier.
 *
 * `feeRate` is added to every mmr: OKX counts the taker fee of the closing in, the other exchanges do not (null).
 */
export function liquidation(
  position: IsolatedPosition,
  tiers: readonly MaintenanceTier[],
  feeRate: Decimal | null,
): Liquidation {
  const { side, entry, size, leverage } = position
  const value = multiply(size, entry)
  const margin = divide(value, ratio(BigInt(leverage)))
  const fee = feeRate === null ? ZERO : ofDecimal(feeRate)
  if (side === 'long' && compare(margin, value) >= 0) return { kind: 'never' }

  let notional = ZERO
  for (const [at, { mmr, cum }] of tiers.entries()) {
    const required = add(ofDecimal(mmr), fee)
    notional =
      side === 'short'
        ? divide(add(add(margin, value), ofDecimal(cum)), add(ONE, required))
        : divide(subtract(subtract(value, margin), ofDecimal(cum)), subtract(ONE, required))
    const next = tiers[at + 1]
    if (next === undefined || compare(notional, ofDecimal(next.floor)) <= 0) break
  }
  return { kind: 'at', price: divide(notional, size) }
}

/**
 * How far the price may still move against the position, as a fraction of the current mark: negative once it has moved
 * past. The mark must be above 0.
 */
export function liquidationDistance(side: IsolatedPosition['side'], price: Ratio, mark: Ratio): Ratio {
  const room = side === 'short' ? subtract(price, mark) : subtract(mark, price)
  return divide(room, mark)
}

const times = (a: Decimal, b: Decimal): Decimal => ({
  mantissa: a.mantissa * b.mantissa,
  decimals: a.decimals + b.decimals,
})
