import type { Limit } from './rate-window.ts'

/** A stamp is one word: when (the end of that ms, since clocks cut off what is less) above its cost. */
const COST_BITS = 20n
const COST_MASK = (1n << COST_BITS) - 1n
/** More calls than any exchange takes from an address within one window: whoever finds no place waits for one. */
const MOST_STAMPS = 1_024
/** Two who took the last units together, or one whom the machine held up, gave them back: they ask again. */
const AGAIN_MS = 1
/** A ms may end while units are counted; a thread that is held up each time asks later. */
const MOST_TRIES = 4

/** How many words the stamps of a limit take. */
export const stampWords = ({ count }: Limit): number => Math.min(count, MOST_STAMPS)

/**
 * Several limits that hold together. Any number of threads may spend of the same words: each first leaves its stamp, then
 * counts all stamps and takes its own back where there are too many. Whoever of those that stay left its stamp last has
 * counted all others, so no stretch of `perMs` ever holds more than the limit. That holds while all of it happens within
 * the ms that the stamp names: a thread that was held up meanwhile would miss what others put in the place of a stamp that
 * has passed since, and its own would pass too early, so it takes it back. A thread that ends in the middle leaves a stamp
 * that passes like any other.
 */
export class Budget {
  readonly #windows: readonly StampWindow[]
  readonly #time: () => number

  /** `words` has room for the stamps of all limits (`stampWords`); `time` (ms) is the same for all who share them. */
  constructor(limits: readonly Limit[], words: BigInt64Array, time: () => number) {
    let from = 0
    this.#windows = limits.map((limit) => {
      const to = from + stampWords(limit)
      const window = new StampWindow(limit, words.subarray(from, to))
      from = to
      return window
    })
    this.#time = time
  }

  /** Spends `cost` units: 0; or spends nothing and says after how many ms to ask again. A cost above a limit waits for an empty window. */
  spend(cost = 1): number {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const now = this.#time()
      const wait = Math.max(0, ...this.#windows.map((window) => window.waitMs(now, cost)))
      if (wait > 0) return wait
      const withdrawals: (() => void)[] = []
      const isWithin = this.#windows.every((window) => {
        const withdraw = window.stamp(now, cost)
        if (withdraw !== null) withdrawals.push(withdraw)
        return withdraw !== null && !window.isExceeded(now)
      })
      const isSameMs = Math.floor(this.#time()) === Math.floor(now)
      if (isWithin && isSameMs) return 0
      for (const withdraw of withdrawals) withdraw()
      if (!isWithin) return AGAIN_MS
    }
    return AGAIN_MS
  }

  /** The other side has counted `used` units in a window, of whomever: what we have not counted is somebody else's. */
  observe(used: number): void {
    const now = this.#time()
    for (const window of this.#windows) {
      const unknown = used - window.used(now)
      if (unknown > 0) window.stamp(now, unknown)
    }
  }
}

class StampWindow {
  readonly #limit: number
  readonly #perMs: number
  readonly #words: BigInt64Array

  constructor({ count, perMs }: Limit, words: BigInt64Array) {
    this.#limit = count
    this.#perMs = perMs
    this.#words = words
  }

  used(now: number): number {
    let sum = 0
    for (let at = 0; at < this.#words.length; at++) {
      const word = Atomics.load(this.#words, at)
      if (this.#isLive(word, now)) sum += costOf(word)
    }
    return sum
  }

  isExceeded(now: number): boolean {
    return this.used(now) > this.#limit
  }

  /** Until `cost` units and a place for their stamp are free, ms. */
  waitMs(now: number, cost: number): number {
    const live: { readonly at: number; readonly cost: number }[] = []
    let free = this.#limit
    for (let at = 0; at < this.#words.length; at++) {
      const word = Atomics.load(this.#words, at)
      if (!this.#isLive(word, now)) continue
      live.push({ at: timeOf(word), cost: costOf(word) })
      free -= costOf(word)
    }
    const wanted = Math.min(cost, this.#limit)
    if (free >= wanted && live.length < this.#words.length) return 0
    for (const one of live.sort((a, b) => a.at - b.at)) {
      free += one.cost
      if (free >= wanted) return one.at + this.#perMs - Math.floor(now)
    }
    return this.#perMs
  }

  /** What takes it back; null where no place is free. */
  stamp(now: number, cost: number): (() => void) | null {
    const units = BigInt(Math.min(cost, this.#limit))
    const word = (BigInt(Math.floor(now) + 1) << COST_BITS) | units
    for (let at = 0; at < this.#words.length; at++) {
      const before = Atomics.load(this.#words, at)
      if (this.#isLive(before, now) || Atomics.compareExchange(this.#words, at, before, word) !== before) continue
      return () => void Atomics.compareExchange(this.#words, at, word, 0n)
    }
    return null
  }

  #isLive(word: bigint, now: number): boolean {
    return word !== 0n && timeOf(word) + this.#perMs > Math.floor(now)
  }
}

const timeOf = (word: bigint): number => Number(word >> COST_BITS)
const costOf = (word: bigint): number => Number(word & COST_MASK)
