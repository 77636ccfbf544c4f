/**
 * Axis values from 0 up to a round number at or above the highest count, in steps of 1, 2 or 5 times a power of ten.
 */
export function ticksFor(highest: number): readonly number[] {
  const rough = Math.max(1, highest / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 10 * power
  const count = Math.ceil(highest / step)
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}
