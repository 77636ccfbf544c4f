import { Agent as PlainAgent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import type { Clock } from '../../../../app/ports/clock.ts'
import type { Endpoint, ExchangeProtocol } from '../../../../app/ports/exchange-reader.ts'
import type { Ban, BanFile } from '../../../system/ban-file.ts'
import type { RestCall, RestVerdict } from '../talk/dialect.ts'
import type { NetFailure } from '../talk/net-failure.ts'
import { type Limit, RateWindow } from '../talk/rate-window.ts'
import { httpGet } from './http-get.ts'

/**
 * The largest list (Binance's, without permission sets) has about 5 MiB. What is held of a body when it turns out too
 * large may take twice its size (pieces of larger reads, not yet collected), and must stay below 32 MiB (F15).
 */
const MAX_BODY_BYTES = 12 * 1024 * 1024
const TIMEOUT_MS = 10_000
/** Snapshots of one exchange asked for at the same time. */
const PARALLEL = 8
/** We never use more than this part of a published budget: other programs may share the address (F21). */
const BUDGET_SHARE = 0.7
/** A Retry-After beyond this is taken for a mistake; Binance's longest ban is 3 days. */
const LONGEST_BAN_MS = 7 * 86_400_000

/** Repairs first: a book without a snapshot is worth nothing; the 24 h changes can wait. */
export type Urgency = 'repair' | 'clock' | 'list' | 'confirm' | 'funding' | 'daily'
const ORDER: readonly Urgency[] = ['repair', 'clock', 'list', 'confirm', 'funding', 'daily']

export type RestResult =
  | {
      readonly kind: 'ok'
      readonly body: Buffer
      readonly endpoint: Endpoint
      readonly sentAt: number
      readonly receivedAt: number
    }
  | {
      readonly kind: 'failed'
      readonly reason: NetFailure['reason'] | 'limited' | 'status' | 'stopped'
      readonly detail: string
    }

export type RestLineOptions = {
  readonly base: string
  readonly protocol: ExchangeProtocol
  readonly budget: Limit
  readonly verdict: (status: number, bodyStart: string) => RestVerdict
  readonly clock: Clock
  readonly bans: BanFile
  readonly onBan: (ban: Ban) => void
}

type Waiting = { readonly call: RestCall; readonly settle: (result: RestResult) => void }

/** All REST calls of one exchange: in order of urgency, within its budget, and none before a ban has ended. */
export class RestLine {
  readonly #options: RestLineOptions
  readonly #window: RateWindow
  readonly #agent: PlainAgent | TlsAgent
  readonly #abort = new AbortController()
  readonly #queues = new Map<Urgency, Waiting[]>(ORDER.map((urgency) => [urgency, []]))
  #active = 0
  /** At the start and after a ban one call goes ahead: were it refused, no other is on its way. */
  #isWelcome = false
  #ban: Ban | null
  #timer: { cancel(): void } | null = null

  constructor(options: RestLineOptions) {
    this.#options = options
    this.#window = new RateWindow(Math.floor(options.budget.count * BUDGET_SHARE), options.budget.perMs)
    const Agent = options.base.startsWith('https:') ? TlsAgent : PlainAgent
    this.#agent = new Agent({ keepAlive: true, maxSockets: PARALLEL })
    this.#ban = options.bans.read(options.clock.now())
  }

  /** The ban in force, or null. */
  ban(now: number): Ban | null {
    return this.#ban !== null && this.#ban.until > now ? this.#ban : null
  }

  /** Keeps quiet as an answer elsewhere (a refused handshake) has told us to. */
  hold(reason: Ban['reason'], forMs: number): void {
    const now = this.#options.clock.now()
    const until = now + Math.min(LONGEST_BAN_MS, Math.max(1_000, forMs))
    this.#isWelcome = false
    this.#ban = { until: Math.max(until, this.ban(now)?.until ?? 0), reason }
    this.#options.bans.write(this.#ban)
    this.#options.onBan(this.#ban)
    this.#failWaiting('limited', `${reason} until ${new Date(until).toISOString()}`)
  }

  /** Asks when its turn comes. Never rejects; during a ban it fails at once without asking. */
  get(call: RestCall, urgency: Urgency): Promise<RestResult> {
    const { clock } = this.#options
    if (this.#abort.signal.aborted) return Promise.resolve({ kind: 'failed', reason: 'stopped', detail: 'stopped' })
    if (this.ban(clock.now()) !== null) {
      return Promise.resolve({ kind: 'failed', reason: 'limited', detail: 'a ban is in force' })
    }
    return new Promise((settle) => {
      this.#queues.get(urgency)?.push({ call, settle })
      this.#pump()
    })
  }

  stop(): void {
    this.#timer?.cancel()
    this.#abort.abort()
    this.#failWaiting('stopped', 'stopped')
    this.#agent.destroy()
  }

  #pump(): void {
    this.#timer?.cancel()
    this.#timer = null
    const { clock } = this.#options
    while (this.#active < (this.#isWelcome ? PARALLEL : 1)) {
      const queue = ORDER.map((urgency) => this.#queues.get(urgency) as Waiting[]).find(({ length }) => length > 0)
      const next = queue?.[0]
      if (queue === undefined || next === undefined) return
      const wait = this.#window.waitMs(clock.now(), next.call.weight)
      if (wait > 0) {
        this.#timer = clock.after(wait, () => this.#pump())
        return
      }
      queue.shift()
      void this.#ask(next)
    }
  }

  async #ask({ call, settle }: Waiting): Promise<void> {
    const { clock, base, protocol } = this.#options
    const url = new URL(`${base}${call.path}`)
    const sentAt = clock.now()
    this.#window.take(sentAt, call.weight)
    this.#active++
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BODY_BYTES, signal: this.#abort.signal }
    const answer = await httpGet(url, this.#agent, limits)
    this.#active--
    const receivedAt = clock.now()
    const endpoint = protocol.endpoint(url)
    if (answer.kind === 'failed') settle(answer)
    else if (endpoint === null) settle({ kind: 'failed', reason: 'status', detail: `no reader for ${url.pathname}` })
    else {
      const start = answer.body.toString('latin1', 0, 400)
      const verdict = this.#options.verdict(answer.status, start)
      if (verdict.kind !== 'limited' && this.ban(receivedAt) === null) this.#isWelcome = true
      if (verdict.kind === 'fine') settle({ kind: 'ok', body: answer.body, endpoint, sentAt, receivedAt })
      else {
        if (verdict.kind === 'limited') {
          this.hold(verdict.reason, retryAfterMs(answer.headers['retry-after'] ?? null, receivedAt) ?? verdict.holdMs)
        }
        const reason = verdict.kind === 'limited' ? 'limited' : 'status'
        settle({ kind: 'failed', reason, detail: `${call.path}: status ${answer.status} ${start.slice(0, 120)}` })
      }
    }
    this.#observeUsage(answer.kind === 'answer' ? answer.headers['x-mbx-used-weight-1m'] : undefined, receivedAt)
    this.#pump()
  }

  /** Where the exchange counts aloud and counted more than we did, somebody shares our address: its view holds. */
  #observeUsage(header: string | string[] | undefined, now: number): void {
    if (typeof header !== 'string' || !/^\d{1,9}$/.test(header)) return
    const unknown = Number(header) - this.#window.used(now)
    if (unknown > 0) this.#window.take(now, unknown)
  }

  #failWaiting(reason: 'limited' | 'stopped', detail: string): void {
    for (const queue of this.#queues.values()) {
      for (const { settle } of queue.splice(0)) settle({ kind: 'failed', reason, detail })
    }
  }
}

/** Retry-After as seconds or as a date, in ms from now; null where it is absent or unreadable. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header.trim()) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
