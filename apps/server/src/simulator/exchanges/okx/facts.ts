import type { Perpetual } from '../../market/perpetual.ts'
import type { Connection } from '../../wire/connection.ts'
import type { Context } from '../../wire/front.ts'
import { familyOf, fundingData, indexData, markData } from './perp-prints.ts'

/** A fact channel. All times in ms of market time. */
interface Channel {
  readonly cadenceMs: number
  readonly restMs: number
  /** `key`: differs when the channel has a change to send. `data`: content of the message. */
  read(perp: Perpetual, wallMs: number): { readonly key: string; readonly data: unknown }
}

const CHANNELS: Readonly<Record<string, Channel>> = {
  'mark-price': {
    cadenceMs: 200,
    restMs: 10_000,
    read: (perp, wallMs) => ({ key: String(perp.markTicks), data: markData(perp, wallMs) }),
  },
  'index-tickers': {
    cadenceMs: 100,
    restMs: 60_000,
    read: (perp, wallMs) => ({ key: String(perp.indexTicks), data: indexData(perp, wallMs) }),
  },
  // A changed forecast alone waits for the repeat, every 30 to 90 s. A settlement or another interval is sent at once.
  'funding-rate': {
    cadenceMs: 1_000,
    restMs: 30_000,
    read: (perp, wallMs) => {
      const data = fundingData(perp, wallMs)
      return { key: `${data.fundingTime} ${data.nextFundingTime} ${data.settState}`, data }
    },
  },
}
/** Largest extra delay of repeats, ms, spread over the instruments. */
const SPREAD_MS: Readonly<Record<string, number>> = { 'funding-rate': 60_000 }
const STEP_MS = 50

export const isFactChannel = (name: string): boolean => name in CHANNELS

/** One channel of one instrument, and its readers. */
interface Topic<Reader> {
  readonly perp: Perpetual
  readonly arg: string
  readonly channel: Channel
  readonly restMs: number
  readonly readers: Set<Reader>
  key: string
  sentAtMs: number
}

/** OKX's streams of swaps beside the books: marks, indexes, funding. */
export class OkxFacts<Reader extends { readonly connection: Connection }> {
  readonly #context: Context
  readonly #topics = new Map<string, Topic<Reader>>()
  readonly #perps = new Map<string, Perpetual>()
  #dueAtMs = 0

  constructor(context: Context) {
    this.#context = context
    for (const one of context.market.perpetuals) {
      if (one.listing.exchange !== 'okx') continue
      this.#perps.set(one.listing.id, one)
      // The index is named without -SWAP.
      this.#perps.set(familyOf(one), one)
    }
  }

  /** The swap of a fact channel's argument, or undefined. */
  instrument(channel: string, instId: string): Perpetual | undefined {
    const perp = this.#perps.get(instId)
    const isIndex = channel === 'index-tickers'
    return perp && perp.state !== 'delisted' && (instId === familyOf(perp)) === isIndex ? perp : undefined
  }

  /** Subscribes a reader; a repeated subscription gets no further message. */
  join(reader: Reader, name: string, instId: string): void {
    const topic = this.#topic(name, instId)
    if (!topic || topic.readers.has(reader)) return
    topic.readers.add(reader)
    reader.connection.fact(this.#text(topic), { symbol: topic.perp.listing.symbol })
  }

  leave(reader: Reader, name: string, instId: string): void {
    this.#topic(name, instId)?.readers.delete(reader)
  }

  drop(reader: Reader): void {
    for (const topic of this.#topics.values()) topic.readers.delete(reader)
  }

  flush(marketMs: number): void {
    if (marketMs < this.#dueAtMs) return
    this.#dueAtMs = marketMs + STEP_MS
    for (const topic of this.#topics.values()) {
      const waited = marketMs - topic.sentAtMs
      if (topic.readers.size === 0 || topic.perp.state === 'delisted' || waited < topic.channel.cadenceMs) continue
      const { key } = topic.channel.read(topic.perp, this.#wall(topic))
      if (key === topic.key && waited < topic.restMs) continue
      topic.key = key
      topic.sentAtMs = marketMs
      const text = this.#text(topic)
      for (const reader of topic.readers) reader.connection.fact(text, { symbol: topic.perp.listing.symbol })
    }
  }

  #topic(name: string, instId: string): Topic<Reader> | undefined {
    const key = `${name} ${instId}`
    const known = this.#topics.get(key)
    if (known) return known
    const perp = this.instrument(name, instId)
    const channel = CHANNELS[name]
    if (!perp || !channel) return undefined
    const spread = SPREAD_MS[name] ?? 0
    const restMs = channel.restMs + (spread === 0 ? 0 : (perp.index * 7_919) % spread)
    const arg = `{"channel":"${name}","instId":"${instId}"}`
    const made: Topic<Reader> = { perp, arg, channel, restMs, readers: new Set(), key: '', sentAtMs: 0 }
    this.#topics.set(key, made)
    return made
  }

  #wall({ perp }: Topic<Reader>): number {
    return this.#context.wall('okx', perp.listing.symbol)
  }

  #text(topic: Topic<Reader>): string {
    const { data } = topic.channel.read(topic.perp, this.#wall(topic))
    return `{"arg":${topic.arg},"data":[${JSON.stringify(data)}]}`
  }
}
