import { type CryptoPrice, CryptoPrices, MarketStats, Status } from '@makas/contract'
import type { MarketState, MarketTally } from '../../app/engine-protocol/state.ts'
import { marketStatus } from '../../app/market/publish/market-status.ts'

/** A shard's state with its JSON texts parsed. */
export type ReadState = {
  readonly state: MarketState
  readonly tally: MarketTally
  readonly stats: MarketStats
  /** Stays the same array while the text does not change. */
  readonly prices: readonly CryptoPrice[]
}

/** Parses the JSON texts of one shard's states. Another version may write them in another shape. */
export class TextReader {
  #prices: { readonly text: string; readonly read: readonly CryptoPrice[] } | null = null

  /** Null where a text cannot be read, so that the state cannot be merged. */
  read(state: MarketState): ReadState | null {
    const stats = MarketStats.safeParse(jsonIn(state.stats)).data
    const prices = this.#pricesIn(state.prices)
    const { tally } = state
    if (stats === undefined || prices === null || tally === null || !hasValidStatus(tally, state)) return null
    return { state, tally, stats, prices }
  }

  /** Prices change once a second, so the last parsed list is mostly used again. */
  #pricesIn(text: string): readonly CryptoPrice[] | null {
    if (this.#prices?.text !== text) {
      const read = CryptoPrices.safeParse(jsonIn(text)).data
      if (read === undefined) return null
      this.#prices = { text, read }
    }
    return this.#prices.read
  }
}

/** Whether a valid status can be made of the tally. */
function hasValidStatus(tally: MarketTally, { source, asOf }: MarketState): boolean {
  const isTime = (ms: number) => !Number.isNaN(new Date(ms).getTime())
  if (!isTime(asOf) || !isTime(tally.startedAt)) return false
  return Status.safeParse(marketStatus(tally, source, asOf)).success
}

/** Parsed JSON; undefined for any other text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
