import { MODES, type Mode, type Shard, WHOLE } from '@makas/domain'
import type { EngineMessage, EngineRequest } from '../../engine-protocol/messages.ts'
import type { PublishedRow } from '../../engine-protocol/state.ts'
import { lifetimesAnswer } from '../engine/answers/lifetimes-answer.ts'
import { paperMoment, paperQuote } from '../engine/answers/paper-spot.ts'
import { type PersonalInputs, personalRows } from '../engine/answers/personal-spot.ts'
import { valuationOf } from '../engine/answers/valuation.ts'
import type { Recorders } from '../lifetimes/lifetimes-recorder.ts'
import type { FindingEvent } from '../lifetimes/opportunity-lifecycles.ts'
import { engineMetrics } from './engine-metrics.ts'
import { episodesMetrics } from './episodes-metrics.ts'
import { type PublishedState, Publisher, type PublisherInputs } from './publisher.ts'

/** The shown market and its clock, epoch ms (a recording has a clock of its own). */
export type ShownMarket = Omit<PublisherInputs, 'startedAt'> &
  Pick<PersonalInputs, 'spotCap' | 'isKeysMarket'> & { readonly now: number }

/**
 * Rows, and evidence of rows, per message: about a twentieth of a millisecond of work. Each message wakes the other
 * thread.
 */
const ROWS_A_PART = 48
const EVIDENCE_A_PART = 8
/** Interval of the states for live viewers, ms: a stream sends four changes a second at most. */
const STATE_EVERY_MS = 250
/** Interval of the states while nobody reads live, ms: they carry counts, prices and status, and say that the engine lives. */
const IDLE_STATE_EVERY_MS = 1_000
/** Interval of the engine loop's ticks, each of which asks whether a state is due, ms. */
const TICK_MS = 100
const OTHER_MARKET = { kind: 'other-market' } as const

/** Answers the HTTP thread, and posts market states to it as often as somebody reads them. */
export class Publishing {
  readonly #publisher: Publisher
  readonly #post: (message: EngineMessage) => void
  readonly #shown: () => ShownMarket
  readonly #startedAt: number
  readonly #recorders: Recorders
  /** This engine is one of several shards. */
  readonly #isShard: boolean
  #read: readonly Mode[] = []
  /** When the next state is due, epoch ms by our clock. */
  #dueAt = 0
  /** Whether a state with rows was told, or a state that says that there are no rows. */
  #isReady = false
  #isFreezeAsked = false
  #freezing: Generator<void, void, void> | null = null

  constructor(
    post: (message: EngineMessage) => void,
    shown: () => ShownMarket,
    startedAt: number,
    recorders: Recorders,
    shard: Shard = WHOLE,
  ) {
    this.#publisher = new Publisher(shard)
    this.#isShard = shard.shardCount > 1
    this.#post = post
    this.#shown = shown
    this.#startedAt = startedAt
    this.#recorders = recorders
  }

  /** Takes the modes that have live viewers from now on. A state with a mode that had no viewers is due at once. */
  viewers(modes: readonly Mode[]): void {
    if (modes.some((mode) => !this.isRead(mode))) this.#dueAt = 0
    this.#read = modes
  }

  isRead(mode: Mode): boolean {
    return this.#read.includes(mode)
  }

  /** Whether a state is due at `wall` (epoch ms by our clock). */
  isDue(wall: number): boolean {
    return this.#freezes || !this.#isReady || wall >= this.#dueAt
  }

  /** The modes whose rows the next state has: the modes that are read, or all if the state is frozen. */
  get modes(): readonly Mode[] {
    return this.#freezes ? MODES : this.#read
  }

  get #freezes(): boolean {
    return this.#isFreezeAsked && this.#freezing === null
  }

  /**
   * Makes the state a piece at a time and posts it in parts; other work may be done in between. `wall` is the local
   * clock, epoch ms. A replay's clock stands still meanwhile.
   */
  *publish(wall: () => number): Generator<void, void, void> {
    const inputs = this.#inputs
    const clock = inputs.source === 'replay' ? () => inputs.now : wall
    const isAnew = this.#freezes
    const { modes } = this
    const unread = MODES.filter((mode) => !this.isRead(mode))
    const everyMs = this.#read.length > 0 ? STATE_EVERY_MS : IDLE_STATE_EVERY_MS
    this.#dueAt = Math.max(this.#dueAt, wall() - TICK_MS) + everyMs
    yield* inputs.engine.evaluatingDeferred(clock, modes)
    let rows: PublishedRow[] = []
    let from = 0
    const post = () => {
      if (rows.length > 0) this.#post({ kind: 'rows', from, rows })
      rows = []
    }
    const wrote = (row: PublishedRow, place: number) => {
      if (rows.length === 0) from = place
      rows.push(row)
    }
    const making = this.#publisher.making(inputs, { clock, wall: wall(), modes, isAnew, wrote })
    for (let before = 0, step = making.next(); ; before = rows.length, step = making.next()) {
      // After a piece that wrote no row the rest is posted, so that the last piece has little to do.
      if (step.done === true || rows.length >= ROWS_A_PART || rows.length === before) post()
      if (step.done === true) {
        this.#tell(step.value, unread, isAnew)
        return
      }
      yield
    }
  }

  #tell(published: PublishedState, unread: readonly Mode[], freezes: boolean): void {
    const { rows: _, ...state } = published.state
    this.#isReady ||= state.ready
    this.#post({ kind: 'state', state: { ...state, unread, places: published.places }, freezes })
    if (!freezes) return
    this.#isFreezeAsked = false
    this.#freezing = this.#freeze(this.#publisher.freezing(published))
  }

  /** Posts a piece of the requested evidence; false when none is left. */
  freezeNext(): boolean {
    if (this.#freezing === null) return false
    if (this.#freezing.next().done === true) this.#freezing = null
    return this.#freezing !== null
  }

  /** Drops evidence that is posted in part: it belongs to the former market source. */
  giveUpFreezing(): void {
    this.#freezing = null
  }

  *#freeze(parts: ReturnType<Publisher['freezing']>): Generator<void, void, void> {
    let [evidence, closed] = [{}, {}]
    let count = 0
    for (const part of parts) {
      evidence = { ...evidence, ...part.evidence }
      closed = { ...closed, ...part.closed }
      count++
      if (count % EVIDENCE_A_PART === 0) {
        this.#post({ kind: 'evidence-part', evidence, closed, isLast: false })
        evidence = {}
        closed = {}
      }
      yield
    }
    this.#post({ kind: 'evidence-part', evidence, closed, isLast: true })
  }

  /** Keeps the last state of a closing row of the shown market. */
  closed(event: FindingEvent): void {
    this.#publisher.closed(event, this.#inputs)
  }

  answer(request: Exclude<EngineRequest, { kind: 'stop' | 'viewers' }>, wall: number): void {
    const inputs = this.#inputs
    const { engine, feeds, now } = inputs
    switch (request.kind) {
      case 'freeze':
        this.#isFreezeAsked = true
        return
      case 'evidence': {
        const json = this.#publisher.evidence(inputs, request.id, now)
        this.#post({ kind: 'evidence', requestId: request.requestId, json })
        return
      }
      case 'lifetimes': {
        const { lifetimes } = this.#recorders[request.source]
        const json = JSON.stringify(lifetimesAnswer(lifetimes, request.source, wall))
        this.#post({ kind: 'lifetimes', requestId: request.requestId, json })
        return
      }
      case 'valuation': {
        const valuation = inputs.isKeysMarket ? valuationOf(engine, request.held, now, this.#isShard) : OTHER_MARKET
        this.#post({ kind: 'valuation', requestId: request.requestId, valuation })
        return
      }
      case 'personal': {
        const json = JSON.stringify(personalRows(inputs, request.wallets, now))
        this.#post({ kind: 'personal', requestId: request.requestId, json })
        return
      }
      case 'paper-quote': {
        const quote = paperQuote(inputs, request.id, request.amount, now)
        this.#post({ kind: 'paper-quote', requestId: request.requestId, quote })
        return
      }
      case 'paper-moment': {
        const moment = paperMoment(engine, request.id, request.size, now)
        this.#post({ kind: 'paper-moment', requestId: request.requestId, moment })
        return
      }
      case 'metrics': {
        const figures = [...engineMetrics(engine, feeds, now), ...episodesMetrics(this.#recorders)]
        this.#post({ kind: 'metrics', requestId: request.requestId, figures })
      }
    }
  }

  get #inputs(): ShownMarket & Pick<PublisherInputs, 'startedAt'> {
    return { ...this.#shown(), startedAt: this.#startedAt }
  }
}
