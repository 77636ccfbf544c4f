import type { Mode } from '@makas/domain'
import { MarketUpdateReader } from '../../app/engine-protocol/market-update.ts'
import type { EngineMessage } from '../../app/engine-protocol/messages.ts'
import type { MarketUpdate, Valuation } from '../../app/engine-protocol/state.ts'
import type { DemoMarket } from '../../app/ports/market/demo-market.ts'
import type { LifetimeSource } from '../../app/ports/market/market-source.ts'
import type { Clock } from '../../app/ports/system/clock.ts'
import type { EventLog } from '../../app/ports/system/event-log.ts'
import type { Metric } from '../../app/ports/system/metric.ts'
import type { PaperMoment, PaperQuote } from '../../app/ports/trading/paper.ts'
import type { HeldCoins, Wallets } from '../../app/ports/trading/wallets.ts'
import { CrashCount } from './crash-count.ts'
import type { EngineThread } from './engine-thread.ts'

/** Delay before a restart, ms. A restart may take two seconds (reliability-matrix.md L5). */
const RESTART_AFTER_MS = 250
/** Silence after which a thread counts as hanging and is restarted, ms. A slow start on a busy machine fits into it. */
const SILENT_MS = 15_000
const SILENT_AT_START_MS = 60_000
const WATCH_MS = 1_000
const ANSWER_WITHIN_MS = 2_000
const STOP_WITHIN_MS = 3_000

/** `restarting`: the engine was lost and starts again. `stopped`: it crashed too often, or was asked to stop. */
export type EngineCondition = 'running' | 'restarting' | 'stopped'

export type EngineEvidence =
  | { readonly kind: 'found'; readonly json: string }
  | { readonly kind: 'closed' }
  | { readonly kind: 'unavailable' }

type Answer = Extract<EngineMessage, { readonly requestId: number }>

export type EngineListener = {
  readonly message: (message: MarketUpdate) => void
  readonly condition: (condition: EngineCondition) => void
}

export type SupervisorOptions = {
  readonly spawn: () => EngineThread
  readonly clock: Clock
  readonly log: EventLog
}

/** Keeps the engine's thread running and carries questions to it; only the engine is restarted when it fails. */
export class EngineSupervisor {
  readonly #options: SupervisorOptions
  readonly #crashes = new CrashCount()
  readonly #listeners: EngineListener[] = []
  readonly #waiting = new Map<number, (answer: Answer | undefined) => void>()
  #thread: EngineThread | null = null
  #updates = new MarketUpdateReader()
  #condition: EngineCondition = 'restarting'
  #requestId = 0
  #spawnedAt = 0
  #heardAt: number | null = null
  #ended: (() => void) | null = null
  #demoMarket: DemoMarket | null = null
  #viewers: readonly Mode[] = []

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  get condition(): EngineCondition {
    return this.#condition
  }

  /** The simulated exchanges that run with the engine; null while there are none. */
  get demoMarket(): DemoMarket | null {
    return this.#demoMarket
  }

  listen(listener: EngineListener): void {
    this.#listeners.push(listener)
  }

  start(): void {
    this.#spawn()
    this.#watch()
  }

  /** Tells the engine which modes have live viewers: their rows are in every state from then on. */
  viewers(modes: readonly Mode[]): void {
    this.#viewers = modes
    this.#thread?.post({ kind: 'viewers', modes })
  }

  /** Asks for a frozen state. It comes as a message. */
  freeze(): void {
    this.#thread?.post({ kind: 'freeze' })
  }

  /** Row and evidence of the newest evaluation. */
  async evidence(id: string): Promise<EngineEvidence> {
    const answer = await this.#ask('evidence', (requestId) => ({ kind: 'evidence', requestId, id }))
    if (answer === null) return { kind: 'unavailable' }
    return answer.json === null ? { kind: 'closed' } : { kind: 'found', json: answer.json }
  }

  /** The engine's own figures; null when it does not answer. */
  async metrics(): Promise<readonly Metric[] | null> {
    return (await this.#ask('metrics', (requestId) => ({ kind: 'metrics', requestId })))?.figures ?? null
  }

  /** The body of `/api/lifetimes`; null when the engine does not answer. */
  async lifetimes(source: LifetimeSource): Promise<string | null> {
    return (await this.#ask('lifetimes', (requestId) => ({ kind: 'lifetimes', requestId, source })))?.json ?? null
  }

  /** What the given coins are worth now; null when the engine does not answer. */
  async valuation(held: readonly HeldCoins[]): Promise<Valuation | null> {
    return (await this.#ask('valuation', (requestId) => ({ kind: 'valuation', requestId, held })))?.valuation ?? null
  }

  /** The spot rows for a holder of these wallets, as JSON text; null when the engine does not answer. */
  async personal(wallets: Wallets): Promise<string | null> {
    return (await this.#ask('personal', (requestId) => ({ kind: 'personal', requestId, wallets })))?.json ?? null
  }

  /** What a listed row offers for an amount on paper; null when the engine does not answer. */
  async paperQuote(id: string, amount: string): Promise<PaperQuote | null> {
    const answer = await this.#ask('paper-quote', (requestId) => ({ kind: 'paper-quote', requestId, id, amount }))
    return answer?.quote ?? null
  }

  /** The books of a route now, down to `size` coins; null when the engine does not answer. */
  async paperMoment(id: string, size: string): Promise<PaperMoment | null> {
    const answer = await this.#ask('paper-moment', (requestId) => ({ kind: 'paper-moment', requestId, id, size }))
    return answer?.moment ?? null
  }

  /** Asks the engine to stop and waits. Terminates it if it does not stop. */
  async stop(): Promise<void> {
    const thread = this.#thread
    this.#become('stopped')
    if (thread === null) return
    const ended = new Promise<void>((resolve) => {
      this.#ended = resolve
    })
    thread.post({ kind: 'stop' })
    const timer = this.#options.clock.after(STOP_WITHIN_MS, () => this.#ended?.())
    await ended
    timer.cancel()
    await thread.terminate()
    this.#thread = null
  }

  #spawn(): void {
    const { spawn, clock } = this.#options
    const thread = spawn()
    this.#thread = thread
    this.#updates = new MarketUpdateReader()
    this.#spawnedAt = clock.now()
    this.#heardAt = null
    thread.onMessage((message) => {
      if (thread === this.#thread) this.#heard(message)
    })
    thread.onEnd((reason) => {
      if (thread === this.#thread) this.#lost(reason)
    })
    if (this.#viewers.length > 0) thread.post({ kind: 'viewers', modes: this.#viewers })
    this.#become('running')
  }

  #lost(reason: string): void {
    this.#thread = null
    this.#demoMarket = null
    for (const answer of this.#waiting.values()) answer(undefined)
    if (this.#condition === 'stopped') {
      this.#ended?.()
      return
    }
    const { clock, log } = this.#options
    if (this.#crashes.isLoop(clock.now())) {
      log('error', 'engine-crash-loop', { reason, alarm: true })
      this.#become('stopped')
      return
    }
    log('error', 'engine-lost', { reason })
    this.#become('restarting')
    clock.after(RESTART_AFTER_MS, () => {
      if (this.#condition === 'restarting') this.#spawn()
    })
  }

  #heard(message: EngineMessage): void {
    this.#heardAt = this.#options.clock.now()
    switch (message.kind) {
      case 'rows':
      case 'state':
      case 'evidence-part': {
        const update = this.#updates.read(message)
        if (update !== null) for (const listener of this.#listeners) listener.message(update)
        return
      }
      case 'demo-market':
        this.#demoMarket = message.market
        return
      case 'log':
        this.#options.log(message.level, message.event, message.data)
        return
      default:
        this.#waiting.get(message.requestId)?.(message)
    }
  }

  /** Null when the engine does not answer. */
  #ask<K extends Answer['kind']>(
    kind: K,
    request: (requestId: number) => Parameters<EngineThread['post']>[0],
  ): Promise<Extract<Answer, { kind: K }> | null> {
    const thread = this.#thread
    if (thread === null || this.#condition !== 'running') return Promise.resolve(null)
    const requestId = ++this.#requestId
    return new Promise((resolve) => {
      const timer = this.#options.clock.after(ANSWER_WITHIN_MS, () => answer(undefined))
      const answer = (received: Answer | undefined) => {
        timer.cancel()
        this.#waiting.delete(requestId)
        resolve(received?.kind === kind ? (received as Extract<Answer, { kind: K }>) : null)
      }
      this.#waiting.set(requestId, answer)
      thread.post(request(requestId))
    })
  }

  #watch(): void {
    const { clock } = this.#options
    if (this.#condition === 'stopped') return
    const thread = this.#thread
    const silentMs = clock.now() - (this.#heardAt ?? this.#spawnedAt)
    if (thread !== null && silentMs > (this.#heardAt === null ? SILENT_AT_START_MS : SILENT_MS)) {
      this.#lost(`silent for ${silentMs} ms`)
      void thread.terminate()
    }
    clock.after(WATCH_MS, () => this.#watch())
  }

  #become(condition: EngineCondition): void {
    if (condition === this.#condition) return
    this.#condition = condition
    for (const listener of this.#listeners) listener.condition(condition)
  }
}
