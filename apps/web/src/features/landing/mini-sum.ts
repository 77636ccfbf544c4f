import type { MiniSum } from './figures.ts'

/** The lines of a sum, all rounded to the same number of decimals, so that they add up as shown. */
export type RoundedSum = {
  readonly gross: number
  readonly slippage: number
  readonly fees: number
  readonly net: number
  readonly places: number
}

/**
 * Rounds to two decimals, or to three significant digits where the net is small. The fees take the rounding difference,
 * because a viewer compares gross, slippage and net with the evidence.
 */
export function roundedSum(sum: MiniSum): RoundedSum {
  const net = Number(sum.net)
  const size = Math.abs(net)
  const places = size >= 0.1 || size === 0 ? 2 : Math.min(8, 2 - Math.floor(Math.log10(size)))
  const unit = 10 ** places
  const whole = (text: string) => Math.round(Number(text) * unit)
  const [gross, slippage, rest] = [whole(sum.gross), whole(sum.slippage), whole(sum.net)]
  return {
    gross: gross / unit,
    slippage: slippage / unit,
    fees: (gross - slippage - rest) / unit,
    net: rest / unit,
    places,
  }
}
