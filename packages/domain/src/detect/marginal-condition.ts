/** Relative error bound of the doubles here. Numbers that are closer to each other are compared exactly. */
const MARGIN = 1e-14

/**
 * Whether one more unit at these prices of two sides still pays: `first · p + second · q < bound`, for prices p and q
 * in whole units of their books. Exact; doubles nearly always decide it.
 */
export class MarginalCondition {
  readonly #first: bigint
  readonly #second: bigint
  readonly #bound: bigint
  readonly #firstAbout: number
  readonly #secondAbout: number
  readonly #boundAbout: number

  constructor(first: bigint, second: bigint, bound: bigint) {
    this.#first = first
    this.#second = second
    this.#bound = bound
    this.#firstAbout = Number(first)
    this.#secondAbout = Number(second)
    this.#boundAbout = Number(bound)
  }

  holdsAt(p: number, q: number): boolean {
    const [first, second, bound] = [this.#firstAbout * p, this.#secondAbout * q, this.#boundAbout]
    const above = first + second - bound
    const error = (Math.abs(first) + Math.abs(second) + Math.abs(bound)) * MARGIN
    if (above < -error) return true
    if (above > error) return false
    return this.#first * BigInt(p) + this.#second * BigInt(q) < this.#bound
  }
}
