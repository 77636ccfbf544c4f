/** A seeded stream of numbers, identical on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  unit(): number
  /** Uniform in [low, high). */
  between(low: number, high: number): number
  /** Uniform integer in [0, n). */
  below(n: number): number
  /** Standard normal. */
  normal(): number
  /** Exponential with this mean. */
  exponential(mean: number): number
  /** A separate stream, so that draws of one part do not change another. */
  fork(name: string): Random
}

/** 32-bit FNV-1a of a text, to make a seed of a name. */
function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** sfc32 (Chris Doty-Humphrey, PractRand): small, fast, passes the usual batteries. */
function sfc32(seed: number, stream: number): () => number {
  let a = seed >>> 0
  let b = stream >>> 0
  let c = 0x9e3779b9
  let counter = 1
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return (sum >>> 0) / 4294967296
  }
  // Close seeds begin with close numbers, so the first numbers are dropped, as by the author.
  for (let i = 0; i < 15; i += 1) next()
  return next
}

export function seededRandom(seed: number, name = 'root'): Random {
  const unit = sfc32(seed, hash32(name))
  const normal = () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit())
  return {
    unit,
    between: (low, high) => low + (high - low) * unit(),
    below: (n) => Math.floor(unit() * n),
    normal,
    exponential: (mean) => -mean * Math.log(1 - unit()),
    fork: (child) => seededRandom(seed, `${name}/${child}`),
  }
}

/** A 32-bit permutation that spreads every bit over all others (Chris Wellons, hash-prospector: lowbias32). */
function spread(value: number): number {
  let bits = value >>> 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d)
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** Standard normal noise as a function of a place. A stream would have to be drawn from its beginning. */
export function placedNoise(seed: number, name: string): (place: number) => number {
  const key = spread(seed ^ hash32(name))
  return (place) => {
    const first = spread(key ^ spread(place))
    const second = spread(first ^ key)
    return Math.sqrt(-2 * Math.log(1 - first / 4294967296)) * Math.cos((2 * Math.PI * second) / 4294967296)
  }
}
