/** Uniform in [0, 1): for jitter, never for secrets. */
export function systemRandom(): number {
  return Math.random()
}

/** A seeded generator (mulberry32): a run of faults is repeated from its printed seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
