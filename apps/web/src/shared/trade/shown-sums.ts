import type { TradePlan } from '@makas/contract'
import { exactText, subtract } from '@makas/domain'
import { addingUp, exactValue, minus, placesOf } from '../opportunity/exact.ts'

export type Sums = TradePlan['expected'] & { readonly left?: string }

/** Lines of a trade's sum, signed: the last is the sum of the others. */
export const SUM_LINES = ['received', 'spent', 'fees', 'left', 'net'] as const
export type SumLine = (typeof SUM_LINES)[number]

/** Amounts with more decimals are rounded together. */
const MOST_PLACES = 8

export type ShownSums = Readonly<Record<SumLine, string>> & { readonly isRounded: boolean }

/** Exact sums as signed decimals that add up to their last digit. */
export function shownSums({ received, spent, fees, left = '0', net }: Sums): ShownSums {
  const given = [received, exactText(minus(exactValue(spent))), exactText(minus(exactValue(fees))), left, net]
  const places = placesOf(given)
  const shown = addingUp(given, MOST_PLACES)
  const at = (index: number) => shown[index] ?? '0'
  return {
    received: at(0),
    spent: at(1),
    fees: at(2),
    left: at(3),
    net: at(4),
    isRounded: places === null || places > MOST_PLACES,
  }
}

/** Difference between the actual and the expected net, as both are shown. */
export const differenceOf = (got: ShownSums, expected: ShownSums): string =>
  exactText(subtract(exactValue(got.net), exactValue(expected.net)))
