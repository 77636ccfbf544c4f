import type { BookSlot } from '@makas/domain'
import type { Clock } from '../../../../app/ports/system/clock.ts'
import type { RestClient, RestResult } from '../rest/rest-client.ts'
import type { Lane } from '../socket/lane.ts'
import type { Dialect } from '../talk/dialect.ts'

/** Backoff of a book's repair: the wait before the second try, doubled for each further one up to 30 s. */
const AGAIN_MS = 500
const AGAIN_AT_MOST_MS = 30_000
/** A book that stayed valid for this long after its repair starts again without backoff. */
const HELD_MS = 5_000
/** Time limit for the snapshot of a subscription: with one more try a book is back within 3 s (F5). */
const SNAPSHOT_MS = 1_500
/** Failed resubscriptions of a book after which its connection is replaced. */
const SUSPECT_AFTER = 3
/** Shortest time between two replacements of a connection because of single books. */
const REPLACE_EVERY_MS = 300_000

type Repair = {
  attempts: number
  /** Number of the current try; an answer to an older one is dropped. */
  round: number
  repairedAt: number
  isBusy: boolean
  timer: { cancel(): void } | null
}

export type RepairsOptions = {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly random: () => number
  readonly rest: RestClient
  readonly slot: (symbol: string) => BookSlot | null
  readonly lane: (symbol: string) => Lane | undefined
  /** Reads a REST book into its slot. */
  readonly read: (result: RestResult & { readonly kind: 'ok' }) => void
}

/** Resyncs lost books by the exchange's own way (`Dialect.repair`), with a backoff for each symbol. */
export class Repairs {
  readonly #options: RepairsOptions
  readonly #repairs = new Map<string, Repair>()
  readonly #replacedAt = new WeakMap<Lane, number>()

  constructor(options: RepairsOptions) {
    this.#options = options
  }

  /** Starts the repair of a book that is lost or not there yet; no effect while one is under way. */
  start(symbol: string): void {
    const repair = this.#of(symbol)
    if (repair.isBusy || repair.timer !== null) return
    const now = this.#options.clock.now()
    if (now - repair.repairedAt > HELD_MS) repair.attempts = 0
    this.#after(symbol, repair, this.#pauseMs(repair, now))
  }

  /** Requests a fresh snapshot of a valid book, at most one at a time. */
  refresh(symbol: string): void {
    const repair = this.#of(symbol)
    if (repair.isBusy || repair.timer !== null) return
    void this.#run(symbol, repair, true)
  }

  /** Ends the repair of a book whose connection is gone or that is no longer wanted. */
  cancel(symbol: string): void {
    const repair = this.#repairs.get(symbol)
    repair?.timer?.cancel()
    this.#repairs.delete(symbol)
    if (repair !== undefined) repair.round++
  }

  stop(): void {
    for (const symbol of [...this.#repairs.keys()]) this.cancel(symbol)
  }

  #of(symbol: string): Repair {
    const known = this.#repairs.get(symbol)
    if (known !== undefined) return known
    const repair = { attempts: 0, round: 0, repairedAt: Number.NEGATIVE_INFINITY, isBusy: false, timer: null }
    this.#repairs.set(symbol, repair)
    return repair
  }

  #pauseMs(repair: Repair, now: number): number {
    const { rest, random } = this.#options
    const jitter = 0.5 + random()
    const ban = rest.ban(now)
    // After a ban all books ask at once: the budget spaces their calls, the jitter spreads the first second.
    if (ban !== null && this.#options.dialect.repair.kind === 'snapshot') return ban.until - now + 1_000 * jitter
    if (repair.attempts === 0) return 0
    return Math.min(AGAIN_AT_MOST_MS, AGAIN_MS * 2 ** (repair.attempts - 1)) * jitter
  }

  #after(symbol: string, repair: Repair, ms: number): void {
    repair.timer = this.#options.clock.after(ms, () => {
      repair.timer = null
      void this.#run(symbol, repair, false)
    })
  }

  async #run(symbol: string, repair: Repair, isRefresh: boolean): Promise<void> {
    const { clock, slot, lane } = this.#options
    const round = ++repair.round
    const book = slot(symbol)
    const own = lane(symbol)
    // Without an open connection there is nothing to repair: the next connection brings the book.
    if (book === null || own === undefined || !own.isOpen || (book.acceptsDeltas && !isRefresh)) return
    // A REST snapshot is of use only while changes come; the next subscription requests it anew.
    if (this.#options.dialect.repair.kind === 'snapshot' && !own.isStreaming(symbol)) return
    repair.isBusy = true
    if (!isRefresh) repair.attempts++
    await this.#attempt(symbol, own, () => repair.round === round)
    if (repair.round !== round) return
    repair.isBusy = false
    const now = clock.now()
    // A shallow book is refreshed each second for as long as it stays shallow: a refresh is no try to repair it.
    if (isRefresh) {
      if (!book.acceptsDeltas && book.validity !== 'GONE') this.start(symbol)
    } else if (book.acceptsDeltas) repair.repairedAt = now
    else if (book.validity !== 'GONE') this.#after(symbol, repair, this.#pauseMs(repair, now))
  }

  async #attempt(symbol: string, lane: Lane, isCurrent: () => boolean): Promise<void> {
    const { dialect, rest, clock, read, slot } = this.#options
    if (dialect.repair.kind === 'snapshot') {
      const result = await rest.get(dialect.repair.call(symbol), 'repair')
      if (result.kind === 'ok' && isCurrent() && lane.isStreaming(symbol)) read(result)
      return
    }
    // Another connection would bring the same unreadable book.
    if (slot(symbol)?.lossReason !== 'refused') this.#suspect(symbol, lane)
    lane.resubscribe(symbol)
    await new Promise<void>((resolve) => {
      clock.after(SNAPSHOT_MS, resolve)
    })
  }

  #suspect(symbol: string, lane: Lane): void {
    const now = this.#options.clock.now()
    const attempts = this.#repairs.get(symbol)?.attempts ?? 0
    const replacedAt = this.#replacedAt.get(lane) ?? Number.NEGATIVE_INFINITY
    if (attempts <= SUSPECT_AFTER || now - replacedAt < REPLACE_EVERY_MS) return
    this.#replacedAt.set(lane, now)
    lane.replace()
  }
}
