import { type CryptoPrice, CryptoPrices, MarketStats, Status } from '@makas/contract'
import type { MarketState, MarketTally } from '../../app/engine-protocol/state.ts'
import { marketStatus } from '../../app/market/publish/market-status.ts'

/** A shard's state with its texts as they were read. */
export type ReadState = {
  readonly state: MarketState
  readonly tally: MarketTally
  readonly stats: MarketStats
  /** The same list as long as the text is the same. */
  readonly prices: readonly CryptoPrice[]
}

/** Reads the texts of one shard's states: another version may tell them in a shape of its own. */
export class TextReader {
  #prices: { readonly text: string; readonly read: readonly CryptoPrice[] } | null = null

  /** Null: they cannot be merged with ours. */
  read(state: MarketState): ReadState | null {
    const stats = MarketStats.safeParse(jsonIn(state.stats)).data
    const prices = this.#pricesIn(state.prices)
    const { tally } = state
    if (stats === undefined || prices === null || tally === null || !isTold(tally, state)) return null
    return { state, tally, stats, prices }
  }

  /** They change once a second, so mostly they are those of the last time. */
  #pricesIn(text: string): readonly CryptoPrice[] | null {
    if (this.#prices?.text !== text) {
      const read = CryptoPrices.safeParse(jsonIn(text)).data
      if (read === undefined) return null
      this.#prices = { text, read }
    }
    return this.#prices.read
  }
}

/** Whether a status can be made of it. */
function isTold(tally: MarketTally, { source, asOf }: MarketState): boolean {
  const isTime = (ms: number) => !Number.isNaN(new Date(ms).getTime())
  if (!isTime(asOf) || !isTime(tally.startedAt)) return false
  return Status.safeParse(marketStatus(tally, source, asOf)).success
}

/** Undefined: no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
