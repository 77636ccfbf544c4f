const ID_LETTERS = 13
const NUMBER_DIGITS = 3

const beginningOf = (tradeId: string): string => {
  const letters = tradeId.replaceAll('-', '0').replace(/[^0-9A-Za-z]/g, '1')
  return `mk${letters.slice(0, ID_LETTERS).padEnd(ID_LETTERS, '0')}`
}

/**
 * The client id of a trade's order by its number, 18 letters and digits, which all exchanges accept. The same order
 * always has the same id: a process that runs the trade again, from a copy too, finds the order at the exchange instead
 * of sending a second one.
 */
export const clientIdOf = (tradeId: string, number: number): string =>
  `${beginningOf(tradeId)}${String(number).padStart(NUMBER_DIGITS, '0')}`

/** The number of a trade's order by its client id; null for an order of anybody else. */
export function orderNumberOf(tradeId: string, clientId: string): number | null {
  const beginning = beginningOf(tradeId)
  const digits = clientId.slice(beginning.length)
  return clientId.startsWith(beginning) && /^\d{3}$/.test(digits) ? Number(digits) : null
}
