import { EXCHANGES, type ExchangeId, type Shard } from '@makas/domain'
import type { MarketState, MarketUpdate, Valuation } from '../../../app/engine-protocol/state.ts'
import { personalRows } from '../../../app/market/engine/answers/personal-spot.ts'
import { valuationOf } from '../../../app/market/engine/answers/valuation.ts'
import type { FindingEvent } from '../../../app/market/lifetimes/opportunity-lifecycles.ts'
import { priorOutlook } from '../../../app/market/opportunity/outlook.ts'
import { type PublishedState, Publisher, type PublisherInputs } from '../../../app/market/publish/publisher.ts'
import type { BookFeed } from '../../../app/ports/market/book-feed.ts'
import type { HeldCoins, Wallets } from '../../../app/ports/trading/wallets.ts'
import type { Replay } from '../../../app/replay/replay.ts'
import { replayOf } from '../../../app/replay/testing/replay-text.ts'
import { publicationBytes, publicationIn } from '../publication-codec.ts'

const NO_CAP = () => null

/** A feed without a connection: its counts are this shard's part of one process's counts. */
function stillFeed(exchange: ExchangeId, { shard, shardCount }: Shard): BookFeed {
  const nothing = () => undefined
  const part = (whole: number) => Math.floor(whole / shardCount) + (shard < whole % shardCount ? 1 : 0)
  const counted = { sockets: 1, reconnects: part(7), bans: part(2), refusedFrames: part(5), unconfirmed: part(3) }
  const rest = { bannedUntil: null, refusedSubscriptions: 0, clockOffsetMs: 12 }
  return {
    ...{ exchange, start: nothing, want: nothing, repair: nothing, confirm: nothing, refresh: nothing },
    status: () => ({ exchange, state: 'live', reason: null, ...counted, ...rest }),
    stop: async () => undefined,
  }
}

/**
 * One shard's engine over recorded lines, published at any moment as an engine's thread publishes, and read from the
 * bus's format.
 */
export class PublishedShard {
  readonly replay: Replay
  readonly #shard: Shard
  readonly #publisher: Publisher
  readonly #inputs: PublisherInputs
  #making: PublishedState | null = null

  constructor(files: Readonly<Record<string, string>>, fees: string | null, shard: Shard) {
    this.#shard = shard
    this.#publisher = new Publisher(shard)
    const closed = (event: FindingEvent) => {
      if (event.event === 'closed') this.#publisher.closed(event, this.#inputs)
    }
    this.replay = replayOf(files, fees, { shard, onFinding: closed })
    this.#inputs = {
      engine: this.replay.engine,
      feeds: EXCHANGES.map((exchange) => stillFeed(exchange, shard)),
      changes: new Map(),
      source: 'replay',
      outlookOf: priorOutlook,
      isDeciding: false,
      startedAt: this.replay.span?.first ?? 0,
    }
  }

  /** The state at `t` (epoch ms of the recording) as another process hears it. */
  state(t: number): MarketState {
    this.replay.advance(t)
    const making = this.#publisher.making(this.#inputs, { clock: () => t, wall: t })
    for (;;) {
      const step = making.next()
      if (step.done !== true) continue
      this.#making = step.value
      return this.#carried({ kind: 'state', state: step.value.state }).state
    }
  }

  /** The state with its evidence, and the evidence of rows that closed since the last call. */
  frozen(): Extract<MarketUpdate, { kind: 'frozen' }> {
    if (this.#making === null) throw new Error('no state was made')
    const [evidence, closed]: Record<string, string>[] = [{}, {}]
    for (const part of this.#publisher.freezing(this.#making)) {
      Object.assign(evidence as object, part.evidence)
      Object.assign(closed as object, part.closed)
    }
    const news = this.#carried({
      kind: 'frozen',
      state: this.#making.state,
      evidence: evidence ?? {},
      closed: closed ?? {},
    })
    if (news.kind !== 'frozen') throw new Error('carried as something else')
    return news
  }

  /** The personal rows of the holder of these wallets, at the time of the last state (epoch ms). */
  personal(wallets: Wallets, t: number): string {
    return JSON.stringify(personalRows({ ...this.#inputs, spotCap: NO_CAP, isKeysMarket: true }, wallets, t))
  }

  valuation(held: readonly HeldCoins[], t: number): Valuation {
    return valuationOf(this.#inputs.engine, held, t, this.#shard.shardCount > 1)
  }

  #carried(news: MarketUpdate): MarketUpdate {
    const told = publicationIn(publicationBytes({ node: 'node', of: this.#shard.shardCount, news }))
    if (told === null) throw new Error('what an engine says cannot be read')
    return told.news
  }
}
