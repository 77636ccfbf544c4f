import { Agent as PlainAgent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import type { Endpoint, ExchangeProtocol } from '../../../../app/ports/market/exchange-reader.ts'
import type { Clock } from '../../../../app/ports/system/clock.ts'
import { type Ban, type BanFile, UNREADABLE_HOLD_MS } from '../../../system/files/ban-file.ts'
import type { AddressLimits } from '../talk/address-limits.ts'
import type { RestCall, RestVerdict } from '../talk/dialect.ts'
import type { NetFailure } from '../talk/net-failure.ts'
import { banEnd, retryAfterMs } from '../talk/verdict.ts'
import { httpGet } from './http-get.ts'

/**
 * The largest list (Binance's, without permission sets) has about 5 MiB. A body that turns out too large may take
 * twice its size in memory (pieces of larger reads, not yet collected), and must stay below 32 MiB (F15).
 */
const MAX_BODY_BYTES = 12 * 1024 * 1024
const TIMEOUT_MS = 10_000
/** Calls to one address at the same time, at most. */
const PARALLEL = 8

/** Repairs first: a book without a snapshot is worth nothing; the 24 h changes can wait. */
export type RequestPriority = 'repair' | 'clock' | 'list' | 'confirm' | 'funding' | 'daily'
const PRIORITIES: readonly RequestPriority[] = ['repair', 'clock', 'list', 'confirm', 'funding', 'daily']

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

type Limited = Extract<RestVerdict, { readonly kind: 'limited' }>

export type RestClientOptions = {
  readonly base: string
  readonly protocol: ExchangeProtocol
  readonly limits: Pick<AddressLimits, 'rest' | 'ban'>
  readonly verdict: (status: number, bodyStart: string) => RestVerdict
  readonly clock: Clock
  readonly bans: BanFile
  readonly onBan: (ban: Ban) => void
}

/** Longest wait of a call behind comparisons, ms: with a short budget comparisons never end. */
const BEHIND_CONFIRMS_MS = 60_000

type QueuedCall = { readonly call: RestCall; readonly queuedAt: number; readonly resolve: (result: RestResult) => void }

/** REST calls to one address: in order of priority, within its budget, and none before a ban has ended. */
export class RestClient {
  readonly #options: RestClientOptions
  readonly #agent: PlainAgent | TlsAgent
  readonly #abort = new AbortController()
  readonly #queues = new Map<RequestPriority, QueuedCall[]>(PRIORITIES.map((priority) => [priority, []]))
  #active = 0
  /** End of the last ban before the latest successful call, epoch ms; 0 without a ban, null before the first call. */
  #welcomedAfter: number | null = null
  #timer: { cancel(): void } | null = null

  constructor(options: RestClientOptions) {
    this.#options = options
    const Agent = options.base.startsWith('https:') ? TlsAgent : PlainAgent
    this.#agent = new Agent({ keepAlive: true, maxSockets: PARALLEL })
    const noted = options.bans.read(options.clock.now())
    if (noted !== null) options.limits.ban.extend(noted)
  }

  /** The ban in force, or null. */
  ban(now: number): Ban | null {
    const { last } = this.#options.limits.ban
    return last !== null && last.until > now ? last : null
  }

  /** Takes over a ban that another process noted, such as the one that makes signed calls. */
  heed(): void {
    const { clock, bans } = this.#options
    const now = clock.now()
    const noted = bans.read(now)
    if (noted === null || noted.until <= this.#lastBan) return
    // An unreadable file gives an end that moves on with each look.
    if (this.ban(now) !== null && noted.until - this.#lastBan < UNREADABLE_HOLD_MS) return
    const { limits, onBan } = this.#options
    onBan(limits.ban.extend(noted))
    this.#failWaiting('limited', `${noted.reason} until ${new Date(noted.until).toISOString()}`)
  }

  /** Starts the ban that an answer or a refused handshake tells by its Retry-After or the beginning of its body. */
  limited({ reason, holdMs }: Limited, header: string | null, start: string): void {
    const toldMs = retryAfterMs(header, start, this.#options.clock.now())
    this.hold(reason, toldMs ?? holdMs, toldMs !== null || reason !== 'too-many-requests')
  }

  /**
   * Starts a ban. `isTold`: the exchange said until when, or refuses the address as a whole; a ban of another address
   * says so in its own note.
   */
  hold(reason: Ban['reason'], forMs: number, isTold = reason !== 'too-many-requests'): void {
    const { clock, limits, bans, onBan } = this.#options
    const until = banEnd(clock.now(), forMs)
    const ban = limits.ban.extend({ until, reason })
    bans.write({ ...ban, isTold })
    onBan(ban)
    this.#failWaiting('limited', `${reason} until ${new Date(until).toISOString()}`)
  }

  /** Makes a call when its turn comes. Never rejects; during a ban it fails at once without a request. */
  get(call: RestCall, priority: RequestPriority): Promise<RestResult> {
    const { clock } = this.#options
    if (this.#abort.signal.aborted) return Promise.resolve({ kind: 'failed', reason: 'stopped', detail: 'stopped' })
    if (this.ban(clock.now()) !== null) {
      return Promise.resolve({ kind: 'failed', reason: 'limited', detail: 'a ban is in force' })
    }
    return new Promise((resolve) => {
      this.#queues.get(priority)?.push({ call, queuedAt: clock.now(), resolve })
      this.#pump()
    })
  }

  stop(): void {
    this.#timer?.cancel()
    this.#abort.abort()
    this.#failWaiting('stopped', 'stopped')
    this.#agent.destroy()
  }

  get #lastBan(): number {
    return this.#options.limits.ban.last?.until ?? 0
  }

  /** False at the start and after a ban, until one call was answered: calls go one at a time until then. */
  get #isWelcome(): boolean {
    return this.#welcomedAfter === this.#lastBan
  }

  #pump(): void {
    this.#timer?.cancel()
    this.#timer = null
    const { clock, limits } = this.#options
    while (this.#active < (this.#isWelcome ? PARALLEL : 1)) {
      const sentAt = clock.now()
      const queue = this.#nextQueue(sentAt)
      const next = queue?.[0]
      if (queue === undefined || next === undefined) return
      // Another thread's line to this address, or another process, may have been banned meanwhile.
      this.heed()
      if (this.ban(sentAt) !== null) {
        this.#failWaiting('limited', 'a ban is in force')
        return
      }
      const wait = limits.rest.spend(next.call.weight)
      if (wait > 0) {
        this.#timer = clock.after(wait, () => this.#pump())
        return
      }
      queue.shift()
      void this.#ask(next, sentAt)
    }
  }

  /** The queue whose first call is made next: by priority, but none waits behind comparisons for ever. */
  #nextQueue(now: number): QueuedCall[] | undefined {
    const queues = PRIORITIES.map((priority) => this.#queues.get(priority) as QueuedCall[])
    const first = queues.findIndex(({ length }) => length > 0)
    const isOverdue = ([call]: readonly QueuedCall[]) => call !== undefined && now - call.queuedAt > BEHIND_CONFIRMS_MS
    const overdue = PRIORITIES[first] === 'confirm' ? queues.slice(first + 1).find(isOverdue) : undefined
    return overdue ?? queues[first]
  }

  async #ask({ call, resolve }: QueuedCall, sentAt: number): Promise<void> {
    const { clock, base, protocol } = this.#options
    const url = new URL(`${base}${call.path}`)
    this.#active++
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BODY_BYTES, signal: this.#abort.signal }
    const answer = await httpGet(url, this.#agent, limits)
    this.#active--
    const receivedAt = clock.now()
    const endpoint = protocol.endpoint(url)
    if (answer.kind === 'failed') resolve(answer)
    else if (endpoint === null) resolve({ kind: 'failed', reason: 'status', detail: `no reader for ${url.pathname}` })
    else {
      const start = answer.body.toString('latin1', 0, 400)
      const verdict = this.#options.verdict(answer.status, start)
      if (verdict.kind !== 'limited' && this.ban(receivedAt) === null) this.#welcomedAfter = this.#lastBan
      if (verdict.kind === 'fine') resolve({ kind: 'ok', body: answer.body, endpoint, sentAt, receivedAt })
      else {
        if (verdict.kind === 'limited') {
          const { 'retry-after': header = null } = answer.headers
          this.limited(verdict, header, start)
        }
        const reason = verdict.kind === 'limited' ? 'limited' : 'status'
        resolve({ kind: 'failed', reason, detail: `${call.path}: status ${answer.status} ${start.slice(0, 120)}` })
      }
    }
    // An exchange that reports a larger count than ours (Binance) sees other clients at our address: its count holds.
    const used = answer.kind === 'answer' ? answer.headers['x-mbx-used-weight-1m'] : undefined
    if (typeof used === 'string' && /^\d{1,9}$/.test(used)) this.#options.limits.rest.observe(Number(used))
    this.#pump()
  }

  #failWaiting(reason: 'limited' | 'stopped', detail: string): void {
    for (const queue of this.#queues.values()) {
      for (const { resolve } of queue.splice(0)) resolve({ kind: 'failed', reason, detail })
    }
  }
}
