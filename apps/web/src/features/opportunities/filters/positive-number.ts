import { typedNumber } from '../../../shared/format/typed-number.ts'

/** What was typed, where it is a number from 0 up. */
export function positiveNumber(typed: string): number | null {
  const value = typedNumber(typed)
  return typeof value === 'number' && value >= 0 ? value : null
}
