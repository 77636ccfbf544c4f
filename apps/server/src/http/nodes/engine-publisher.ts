import { LIMITS } from '@makas/contract'
import { MODES, type Shard } from '@makas/domain'
import type { HistoryReader } from '../../app/ports/market/archive.ts'
import type { Bus } from '../../app/ports/system/bus.ts'
import type { Clock } from '../../app/ports/system/clock.ts'
import type { Lease } from '../../app/ports/system/lease-store.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import { agedToItself } from '../presenters/market-view.ts'
import { frozenTopic, leftTopic, publicationBytes, questionTopic, stateTopic } from './publication-codec.ts'
import { type NodeAnswers, NodeQuestion } from './questions.ts'
import { fromBytes, toBytes } from './value-codec.ts'

/**
 * Age above which a state is withdrawn from the bus, ms, so that no later subscriber gets it. An engine publishes ten
 * times a second.
 */
const SILENT_MS = 1_500
const LOOK_EVERY_MS = 250
/**
 * Time without a freeze after which a freeze is asked for, ms. A `MarketBoard` in this process asks every five seconds;
 * a second request would replace the visitors' list twice as often as promised.
 */
const FREEZE_AFTER_MS = LIMITS.visitorFreezeMs + 1_000
/** Least time between two published states, ms: streams send four changes a second at most. */
const STATE_EVERY_MS = 180

type Options = {
  readonly engine: EngineClient
  readonly bus: Bus
  readonly lease: Lease
  /** Whether another process has the lease, or may have it by now. */
  readonly isLost: () => boolean
  readonly shard: Shard
  /** Name of this process. */
  readonly node: string
  readonly clock: Clock
  /** Null where no history is kept. */
  readonly history: HistoryReader | null
}

/**
 * Publishes an engine's states to other processes while this process holds the lease of its shard, and answers their
 * questions.
 */
export class EnginePublisher {
  readonly #options: Options
  readonly #stopServing: () => void
  #count = 0
  #heardAt: number
  #toldAt = Number.NEGATIVE_INFINITY
  #frozenAt = Number.NEGATIVE_INFINITY
  #timer: { cancel(): void } | null = null
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
    const { engine, bus, node, clock, lease } = options
    const { shard, shardCount } = options.shard
    this.#heardAt = clock.now()
    // The viewers of other processes are unknown here, so every mode counts as read.
    engine.viewers(MODES)
    engine.listen({
      message: (update) => {
        if (this.#isSilent) return
        const now = clock.now()
        this.#heardAt = now
        if (update.kind === 'state') {
          if (now - this.#toldAt < STATE_EVERY_MS) return
          this.#toldAt = now
        } else this.#frozenAt = now
        const topic = update.kind === 'state' ? stateTopic(shard) : frozenTopic(shard)
        bus.publishState(
          topic,
          { epoch: lease.epoch, count: ++this.#count },
          publicationBytes({ node, of: shardCount, news: { ...update, state: agedToItself(update.state) } }),
          () => !this.#isSilent,
        )
      },
      condition: (condition) => {
        if (condition !== 'running') this.#withdraw()
      },
    })
    this.#stopServing = bus.serve(questionTopic(shard, lease.epoch), (bytes) => this.#answer(bytes))
    this.#look()
  }

  /** Announces that this process no longer leads the shard. Publishes nothing afterwards. */
  stop(): void {
    if (this.#isStopped) return
    const {
      bus,
      lease: { epoch },
      shard: { shard },
    } = this.#options
    if (!this.#isSilent) bus.publishState(leftTopic(shard), { epoch, count: 1 }, new Uint8Array(1))
    this.#isStopped = true
    this.#timer?.cancel()
    this.#stopServing()
    this.#withdraw()
  }

  /** True once the lease is lost, or may be lost. */
  get #isSilent(): boolean {
    return this.#isStopped || this.#options.isLost()
  }

  #withdraw(): void {
    const {
      bus,
      shard: { shard },
    } = this.#options
    bus.withdrawState(stateTopic(shard))
    bus.withdrawState(frozenTopic(shard))
  }

  #look(): void {
    const { clock, engine } = this.#options
    const now = clock.now()
    if (this.#isSilent || now - this.#heardAt > SILENT_MS) this.#withdraw()
    if (!this.#isSilent && now - this.#frozenAt >= FREEZE_AFTER_MS) {
      this.#frozenAt = now
      engine.freeze()
    }
    this.#timer = clock.after(LOOK_EVERY_MS, () => this.#look())
  }

  async #answer(bytes: Uint8Array): Promise<Uint8Array> {
    const question = NodeQuestion.safeParse(fromBytes(bytes)).data
    if (question === undefined) throw new Error('a question that cannot be read')
    if (this.#isSilent) throw new Error('the lease is another process’s')
    return toBytes(await this.#answerTo(question))
  }

  async #answerTo(question: NodeQuestion): Promise<NodeAnswers[keyof NodeAnswers]> {
    const { engine, node, clock, history } = this.#options
    switch (question.kind) {
      case 'evidence':
        return engine.evidence(question.id)
      case 'metrics':
        return engine.metrics()
      case 'lifetimes':
        return engine.lifetimes(question.source)
      case 'valuation':
        return engine.valuation(question.held)
      case 'personal':
        return engine.personal(question.wallets)
      case 'paper-quote':
        return engine.paperQuote(question.id, question.amount)
      case 'paper-moment':
        return engine.paperMoment(question.id, question.size)
      case 'history':
        return history?.history(question.question) ?? null
      case 'time':
        return { node, at: clock.now() }
    }
  }
}
