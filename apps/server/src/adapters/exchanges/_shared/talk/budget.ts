import type { Limit } from './rate-window.ts'

/** A stamp is one word: its time (the end of the ms, since clocks cut off fractions) above 20 bits of cost. */
const COST_BITS = 20n
const COST_MASK = (1n << COST_BITS) - 1n
/** Stamps of a limit, at most: more calls than any exchange takes in one window; a spender without a place waits. */
const MOST_STAMPS = 1_024
/** Wait after units were taken and given back: two threads took the last units together, or a thread was held up. */
const AGAIN_MS = 1
/** Tries within one call of `spend`: the ms may end while units are counted. */
const MOST_TRIES = 4

/** How many words the stamps of a limit take. */
export const stampWords = ({ count }: Limit): number => Math.min(count, MOST_STAMPS)

/**
 * Several rate limits that hold together. Any number of threads may spend of the same words: each first writes its
 * stamp, then counts all stamps, and removes its own where they exceed the limit. Of the stamps that stay, the thread
 * that wrote the last one has counted all others, so no window of `perMs` ever holds more than the limit. This needs
 * all steps to happen within the ms of the stamp: a thread that was held up would miss stamps written over expired
 * ones, and its own would expire too early, so it removes it. The stamp of a thread that ends in the middle expires
 * like any other.
 */
export class Budget {
  readonly #windows: readonly StampWindow[]
  readonly #time: () => number

  /** `words` has room for the stamps of all limits (`stampWords`); all who share them use one clock, `time` (ms). */
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

  /**
   * Spends `cost` units and returns 0. Else it spends nothing and returns the wait, ms. A cost above a limit needs an
   * empty window.
   */
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

  /** Units spent in the window that is fullest now, and how many it takes. */
  get fullest(): { readonly used: number; readonly allowed: number } {
    const now = this.#time()
    const uses = this.#windows.map((window) => ({ used: window.used(now), allowed: window.limit }))
    return uses.reduce((a, b) => (b.used / b.allowed > a.used / a.allowed ? b : a), { used: 0, allowed: 1 })
  }

  /** Takes the exchange's own count of a window; units above our count are other clients' and are added. */
  observe(used: number): void {
    const now = this.#time()
    for (const window of this.#windows) {
      const unknown = used - window.used(now)
      if (unknown > 0) window.stamp(now, unknown)
    }
  }
}

class StampWindow {
  readonly limit: number
  readonly #perMs: number
  readonly #words: BigInt64Array

  constructor({ count, perMs }: Limit, words: BigInt64Array) {
    this.limit = count
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
    return this.used(now) > this.limit
  }

  /** Ms until `cost` units and a place for their stamp are free. */
  waitMs(now: number, cost: number): number {
    const live: { readonly time: number; readonly cost: number }[] = []
    let free = this.limit
    for (let at = 0; at < this.#words.length; at++) {
      const word = Atomics.load(this.#words, at)
      if (!this.#isLive(word, now)) continue
      live.push({ time: timeOf(word), cost: costOf(word) })
      free -= costOf(word)
    }
    const wanted = Math.min(cost, this.limit)
    if (free >= wanted && live.length < this.#words.length) return 0
    for (const one of live.sort((a, b) => a.time - b.time)) {
      free += one.cost
      if (free >= wanted) return one.time + this.#perMs - Math.floor(now)
    }
    return this.#perMs
  }

  /** Writes a stamp; returns the function that removes it, null where no place is free. */
  stamp(now: number, cost: number): (() => void) | null {
    const units = BigInt(Math.min(cost, this.limit))
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
