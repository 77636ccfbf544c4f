/** One market of an exchange: names of the identity table, and the index under which the caller knows it. */
export type CycleMarket = { readonly index: number; readonly base: string; readonly quote: string }

/** Assets at which a cycle may start and end (formulas.md § 4). */
const START_ASSETS = ['USDT', 'USDC', 'BTC', 'ETH', 'EUR', 'TRY'] as const

/**
 * All three-leg cycles of one exchange as flat arrays. A loop is three conversions in one direction, wherever it
 * starts; a cycle is a loop with a start asset. The cycles of one loop lie beside each other, because one look at its
 * prices serves all of them.
 */
export type Cycles = {
  readonly count: number
  /** Three names for each cycle: the start asset, then the two that it is turned into. */
  readonly assets: readonly string[]
  /** Three conversions for each cycle, in order of execution: see `buyOf`, `sellOf`. */
  readonly conversions: Int32Array
  /** The cycles of loop `l` are `loops[l]` to `loops[l + 1] - 1`. */
  readonly loops: Int32Array
  /** The cycles through market `m` are `ofMarket[j]` for `j` from `offsets[m]` to `offsets[m + 1] - 1`, ascending. */
  readonly offsets: Int32Array
  readonly ofMarket: Int32Array
}

/** The conversion of a market's quote into its base, at its asks. */
export const buyOf = (market: number): number => market * 2
/** The conversion of a market's base into its quote, at its bids. */
export const sellOf = (market: number): number => market * 2 + 1
export const marketOf = (conversion: number): number => conversion >> 1
export const isSell = (conversion: number): boolean => (conversion & 1) === 1

/**
 * Finds every cycle through three different assets, in both directions, once for each start asset that it contains. Of
 * two markets of one pair only the first is used: a cycle is named by its assets. The order depends on the order of the
 * markets alone. `isWanted` is asked with a loop's assets, which may come in any rotation; false leaves the loop out.
 */
export function findCycles(
  markets: readonly CycleMarket[],
  isWanted: (assets: readonly string[]) => boolean = () => true,
): Cycles {
  const graph = new Graph(markets)
  const assets: string[] = []
  const conversions: number[] = []
  const loops = [0]
  const starts: ReadonlySet<string> = new Set(START_ASSETS)
  const done = new Set<string>()
  const addLoop = (a: string, b: string, c: string) => {
    if (!isWanted([a, b, c])) return
    const turns = [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ] as const
    for (const [x, y, z] of turns) {
      if (!starts.has(x)) continue
      assets.push(x, y, z)
      conversions.push(graph.conversion(x, y), graph.conversion(y, z), graph.conversion(z, x))
    }
    loops.push(assets.length / 3)
  }
  for (const start of START_ASSETS) {
    done.add(start)
    for (const [first, second] of graph.trianglesAt(start)) {
      // A triangle with an earlier start asset was found from that asset.
      if (done.has(first) || done.has(second)) continue
      addLoop(start, first, second)
      addLoop(start, second, first)
    }
  }
  return {
    count: assets.length / 3,
    assets,
    conversions: Int32Array.from(conversions),
    loops: Int32Array.from(loops),
    ...adjacency(conversions, graph.size),
  }
}

/** Assets joined by markets. */
class Graph {
  /** One more than the highest index. */
  readonly size: number
  readonly #neighbours = new Map<string, Map<string, number>>()

  constructor(markets: readonly CycleMarket[]) {
    let size = 0
    for (const { index, base, quote } of markets) {
      if (!Number.isInteger(index) || index < 0) throw new RangeError('a market has no valid index')
      size = Math.max(size, index + 1)
      if (base === quote || this.#neighbours.get(base)?.has(quote)) continue
      this.#join(quote, base, buyOf(index))
      this.#join(base, quote, sellOf(index))
    }
    this.size = size
  }

  /** The conversion of one asset into a neighbour. */
  conversion(from: string, to: string): number {
    return this.#neighbours.get(from)?.get(to) as number
  }

  /** Pairs of neighbours that are neighbours of each other, each pair once. */
  *trianglesAt(asset: string): Iterable<readonly [string, string]> {
    const neighbours = this.#neighbours.get(asset) ?? NONE
    const seen = new Set<string>()
    for (const first of neighbours.keys()) {
      seen.add(first)
      for (const second of this.#neighbours.get(first)?.keys() ?? []) {
        if (neighbours.has(second) && !seen.has(second)) yield [first, second]
      }
    }
  }

  #join(from: string, to: string, conversion: number): void {
    const known = this.#neighbours.get(from)
    if (known === undefined) this.#neighbours.set(from, new Map([[to, conversion]]))
    else known.set(to, conversion)
  }
}
const NONE: ReadonlyMap<string, number> = new Map()

/** Which cycles each market is part of. */
function adjacency(conversions: readonly number[], markets: number): Pick<Cycles, 'offsets' | 'ofMarket'> {
  const offsets = new Int32Array(markets + 1)
  for (const conversion of conversions) (offsets[marketOf(conversion) + 1] as number)++
  for (let market = 0; market < markets; market++) (offsets[market + 1] as number) += offsets[market] as number
  const next = offsets.slice()
  const ofMarket = new Int32Array(conversions.length)
  for (const [at, conversion] of conversions.entries()) {
    const market = marketOf(conversion)
    ofMarket[next[market] as number] = Math.floor(at / 3)
    ;(next[market] as number)++
  }
  return { offsets, ofMarket }
}
