import { ofDecimal, parseDecimal, type Ratio } from '@makas/domain'

/** Parses a number of a plan or an order. @throws RangeError where the text is no decimal */
export function exactly(text: string): Ratio {
  const value = parseDecimal(text)
  if (value === null) throw new RangeError('a number of a trade cannot be read')
  return ofDecimal(value)
}
