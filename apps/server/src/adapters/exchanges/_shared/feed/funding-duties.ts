import type { PerpFact } from '../../../../app/ports/market/exchange-reader.ts'
import type { Clock } from '../../../../app/ports/system/clock.ts'
import { HistoryPlan } from '../rest/history-plan.ts'
import type { RestClient, RestResult } from '../rest/rest-client.ts'
import type { Budget } from '../talk/budget.ts'
import type { HourlyCall, PerpDialect, RestCall } from '../talk/dialect.ts'

const HOUR_MS = 3_600_000
/** Least time from one round of hourly calls to an early next one, and from a failed call to its repetition, ms. */
const AGAIN_MS = 60_000

export type FundingDutiesOptions = {
  readonly perp: PerpDialect
  readonly rest: Pick<RestClient, 'get' | 'ban'>
  /** The rate limit that the exchange has for these calls alone. */
  readonly budget: Pick<Budget, 'spend'>
  readonly clock: Clock
  readonly random: () => number
  readonly read: (result: RestResult & { readonly kind: 'ok' }) => void
}

/** Requests funding histories after each settlement, and intervals, margin tiers and borrow rates by the hour. */
export class FundingDuties {
  readonly #options: FundingDutiesOptions
  readonly #plan: HistoryPlan
  #wanted: ReadonlySet<string> = new Set()
  /** Hourly calls that are due now. */
  #waiting: HourlyCall[] = []
  #hourlyAt = Number.NaN
  #hourlyAskedAt = Number.NEGATIVE_INFINITY
  /** Hours between payments of all symbols, where the exchange lists them in one answer. */
  #intervals: (PerpFact & { readonly kind: 'intervals' }) | null = null
  #isBusy = false
  #isStopped = true
  #timer: { cancel(): void } | null = null

  constructor(options: FundingDutiesOptions) {
    this.#options = options
    const { perp, random } = options
    this.#plan = new HistoryPlan(perp.historyIsLong, random)
  }

  start(): void {
    this.#isStopped = false
    this.#pump()
  }

  stop(): void {
    this.#isStopped = true
    this.#timer?.cancel()
  }

  want(symbols: ReadonlySet<string>): void {
    const now = this.#options.clock.now()
    const added = this.#plan.want(symbols, now)
    this.#wanted = symbols
    if (added.length === 0) return
    if (Number.isNaN(this.#hourlyAt)) this.#hourlyAt = now + HOUR_MS
    this.#enqueue(this.#options.perp.hourly(added), now)
    this.#pump()
  }

  /** Takes each fact that the market's texts bring. */
  onFact(fact: PerpFact): void {
    if (fact.kind === 'intervals') this.#intervals = fact
    else if (fact.kind === 'settled') for (const { time } of fact.rates) this.#plan.settled(fact.symbol, time)
    else if (fact.kind === 'rate') this.#rate(fact.symbol, fact.nextFundingAt)
  }

  #rate(symbol: string, nextFundingAt: number | null): void {
    const now = this.#options.clock.now()
    const movedMs = this.#plan.rate(symbol, nextFundingAt, now)
    if (movedMs === 0) return
    const intervals = this.#intervals
    const hours = intervals === null ? null : (intervals.hours.get(symbol) ?? intervals.otherwise)
    // The next settlement moved by something else than the interval: the interval itself has changed (F19).
    if (hours !== null && movedMs !== hours * HOUR_MS) {
      this.#hourlyAt = Math.min(this.#hourlyAt, Math.max(now, this.#hourlyAskedAt + AGAIN_MS))
    }
    this.#pump()
  }

  #enqueue(calls: readonly HourlyCall[], now: number): void {
    this.#hourlyAskedAt = now
    const known = new Set(this.#waiting.map(({ path }) => path))
    this.#waiting.push(...calls.filter(({ path }) => !known.has(path)))
  }

  /**
   * Sends one call at a time, within the limits: hourly calls first, except that calls marked `canWait` follow due
   * payments.
   */
  #pump(): void {
    if (this.#isStopped || this.#isBusy) return
    this.#timer?.cancel()
    const { clock, perp } = this.#options
    const now = clock.now()
    if (now >= this.#hourlyAt) {
      this.#hourlyAt = now + HOUR_MS
      this.#enqueue(perp.hourly([...this.#wanted]), now)
    }
    const { first } = this.#plan
    if (first === null) return
    const wait = this.#waitMs(this.#waiting.length > 0 ? now : Math.min(first.dueAt, this.#hourlyAt), now)
    if (wait > 0) {
      this.#timer = clock.after(wait, () => this.#pump())
      return
    }
    const isDue = first.dueAt <= now
    const next = this.#waiting.findIndex(({ canWait }) => !isDue || canWait !== true)
    const hourly = next < 0 ? undefined : this.#waiting.splice(next, 1)[0]
    if (hourly !== undefined) void this.#ask([hourly], (isAnswered) => this.#hourlyAsked(isAnswered))
    else {
      const { symbol } = first
      const elsewhere = perp.historyElsewhere?.(symbol)
      const calls = [perp.history(symbol), ...(elsewhere === undefined ? [] : [elsewhere])]
      void this.#ask(calls, (isAnswered) => this.#plan.asked(symbol, isAnswered, clock.now()))
    }
  }

  /**
   * Ms until a call due at `dueAt` may be sent, after bans and within the limit. Returning 0 has spent of the limit.
   */
  #waitMs(dueAt: number, now: number): number {
    const { rest, random, budget } = this.#options
    const ban = rest.ban(now)
    if (ban !== null) return ban.until - now + 1_000 * random()
    return dueAt > now ? dueAt - now : budget.spend()
  }

  /** Tries alternative addresses of one answer in order, until one is served. */
  async #ask(calls: readonly RestCall[], done: (isAnswered: boolean) => void): Promise<void> {
    this.#isBusy = true
    let isAnswered = false
    for (const call of calls) {
      const result = await this.#options.rest.get(call, 'funding')
      if (this.#isStopped) return
      isAnswered = result.kind === 'ok'
      if (result.kind === 'ok') this.#options.read(result)
      if (result.kind === 'ok' || result.reason !== 'status') break
    }
    done(isAnswered)
    this.#isBusy = false
    this.#pump()
  }

  #hourlyAsked(isAnswered: boolean): void {
    if (!isAnswered) this.#hourlyAt = Math.min(this.#hourlyAt, this.#options.clock.now() + AGAIN_MS)
  }
}
