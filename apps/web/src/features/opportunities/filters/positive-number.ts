import { typedNumber } from '../../../shared/format/typed-number.ts'

/** The typed number where it is 0 or more, else null. */
export function positiveNumber(typed: string): number | null {
  const value = typedNumber(typed)
  return typeof value === 'number' && value >= 0 ? value : null
}
