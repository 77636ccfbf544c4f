import { typedNumber } from '../../../shared/format/typed-number.ts'

/** The typed number; null where the text is no number of 0 or more. */
export function positiveNumber(typed: string): number | null {
  const value = typedNumber(typed)
  return typeof value === 'number' && value >= 0 ? value : null
}
