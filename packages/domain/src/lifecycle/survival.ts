/** Tolerance for products of doubles that should be exactly a half. */
const AS_GOOD_AS_EQUAL = 1 + 1e-12

/** One step down of a survival curve: the share of episodes that last longer than `ms`. */
export type SurvivalStep = { readonly ms: number; readonly share: number }

/**
 * A lifetime as one sortable number: twice its whole ms, plus 1 where it is censored (only a lower bound). So an end
 * sorts before a censoring of the same ms: the censored episode still lasted when the other ended.
 */
export const lifetimeCode = (ms: number, ended: boolean): number => ms * 2 + (ended ? 0 : 1)
export const isEnded = (code: number): boolean => code % 2 === 0

/** The Kaplan–Meier estimate of how long episodes last, with right-censoring (formulas.md § 5). */
export class SurvivalCurve {
  readonly #ms: Float64Array
  readonly #share: Float64Array
  /** The longest lifetime in ms, ended or censored: beyond it nothing is known. */
  readonly #longestMs: number

  /** `codes` are lifetimes as `lifetimeCode` writes them; the array is sorted in place. */
  constructor(codes: Float64Array) {
    codes.sort()
    const ms: number[] = []
    const shares: number[] = []
    let share = 1
    for (let at = 0; at < codes.length; ) {
      const code = codes[at] as number
      let next = at + 1
      while (codes[next] === code) next++
      if (isEnded(code)) {
        const atRisk = codes.length - at
        share *= (codes.length - next) / atRisk
        ms.push(code / 2)
        shares.push(share)
      }
      at = next
    }
    this.#ms = Float64Array.from(ms)
    this.#share = Float64Array.from(shares)
    this.#longestMs = codes.length === 0 ? -1 : Math.floor((codes[codes.length - 1] as number) / 2)
  }

  /** S(ms): the share of episodes that last longer than `ms`. */
  share(ms: number): number {
    return this.#at(this.#after(ms))
  }

  /** The median lifetime in ms; null while the curve does not fall to a half. */
  get medianMs(): number | null {
    return this.remainingMs(0)
  }

  /**
   * The chance that an episode which is open at `ageMs` still pays `laterMs` later. An episode that ends at `ageMs`
   * exactly was open when the question was asked, so it counts as open. Null where no episode was ever seen so old.
   */
  chance(ageMs: number, laterMs: number): number | null {
    const present = this.#present(ageMs)
    return present === 0 ? null : this.share(ageMs + laterMs) / present
  }

  /**
   * The median remaining lifetime in ms of an episode that is open at `ageMs`; null where the curve does not fall by
   * half after it.
   */
  remainingMs(ageMs: number): number | null {
    const present = this.#present(ageMs)
    if (present === 0) return null
    const half = (present / 2) * AS_GOOD_AS_EQUAL
    let low = 0
    let high = this.#share.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#share[middle] as number) <= half) high = middle
      else low = middle + 1
    }
    return low === this.#ms.length ? null : (this.#ms[low] as number) - ageMs
  }

  /**
   * At most `most` of the curve's steps, evenly spread over its falls. Each is a true point; the last step is always
   * included.
   */
  steps(most: number): SurvivalStep[] {
    const found: SurvivalStep[] = []
    const wanted = Math.min(most, this.#ms.length)
    for (let point = 1; point <= wanted; point++) {
      const at = Math.ceil((point * this.#ms.length) / wanted) - 1
      found.push({ ms: this.#ms[at] as number, share: this.#share[at] as number })
    }
    return found
  }

  /** The share of episodes that last at least `ms`; 0 where no episode was seen so old. */
  #present(ageMs: number): number {
    return ageMs > this.#longestMs ? 0 : this.#at(this.#before(ageMs))
  }

  #at(steps: number): number {
    return steps === 0 ? 1 : (this.#share[steps - 1] as number)
  }

  /** Number of steps at or before `ms`. */
  #after(ms: number): number {
    let low = 0
    let high = this.#ms.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#ms[middle] as number) <= ms) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Number of steps before `ms`. */
  #before(ms: number): number {
    const upTo = this.#after(ms)
    return upTo > 0 && this.#ms[upTo - 1] === ms ? upTo - 1 : upTo
  }
}

/** The share of an exponential lifetime with this median that lasts longer than `ms`. */
export const exponentialShare = (ms: number, medianMs: number): number => 2 ** (-ms / medianMs)
