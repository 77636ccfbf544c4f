const LEAST = -64
const POWERS = Float64Array.from({ length: 129 }, (_, at) => Number(`1e${at + LEAST}`))

/** The double nearest to ten to a whole power, from a table: `10 ** power` costs a logarithm. */
export function tenPower(power: number): number {
  return POWERS[power - LEAST] ?? 10 ** power
}
