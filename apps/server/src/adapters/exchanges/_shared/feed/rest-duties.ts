import { type DailyChange, MOST_SKEW_MS } from '../../../../app/ports/market/book-feed.ts'
import type { Clock } from '../../../../app/ports/system/clock.ts'
import { ClockOffset } from '../rest/clock-offset.ts'
import type { RestClient, RestResult } from '../rest/rest-client.ts'
import type { Dialect, RestCall } from '../talk/dialect.ts'
import type { FeedContext } from '../talk/feed-context.ts'
import type { NetFailure } from '../talk/net-failure.ts'
import { Poll } from '../talk/poll.ts'
import { FailureLog } from './failure-log.ts'

/** A book leaves at most 60 s after the list changed (F18); the rest is for a slow answer. */
const LIST_EVERY_MS = 45_000
/** Nothing rests on a list that is older: lots, contract sizes and halts may have changed since. */
const LIST_LIMIT_MS = 3_600_000
const DAILY_EVERY_MS = 60_000
/** Time after which a doubtful list is requested again. */
const DOUBTED_AGAIN_MS = 3_000
/** How often the offset of the books is compared with the measured one while our clock leans, ms. */
const FOLLOW_EVERY_MS = 1_000
/** Difference of the two offsets from which the books get the measured one, ms. */
const FOLLOWED_MS = 5
/** Pages of a list, at most: a list that goes on is a fault of the exchange. */
const MOST_PAGES = 20

export type RestDutiesOptions = {
  readonly dialect: Dialect
  readonly rest: RestClient
  readonly clock: Clock
  readonly random: () => number
  readonly read: (result: RestResult & { readonly kind: 'ok' }) => void
  readonly onOffset: () => void
  readonly onDailyChanges: (changes: readonly DailyChange[]) => void
  readonly onListFailed: (reason: NetFailure['reason'] | null) => void
  /** Called when the list is too old to rest on, and when a new one was read after that. */
  readonly onListAged: () => void
  readonly log: FeedContext['log']
}

/** Polls REST for the instrument list, the exchange's clock and the changes of 24 hours. */
export class RestDuties {
  readonly #options: RestDutiesOptions
  readonly #offset: ClockOffset
  readonly #list: Poll
  readonly #polls: readonly Poll[]
  /** When a list was last believed, epoch ms; null before the first one. */
  #listedAt: number | null = null
  /** The list is too old to rest on. */
  #isAged = false
  /** Whether a list that is being read, page by page, was believed so far; null while none is read. */
  #isRoundListed: boolean | null = null
  #isDoubted = false
  #isSkewed = false
  /** The offset that the books have, ms; null before the first measurement. */
  #toldOffsetMs: number | null = null
  readonly #listFailures: FailureLog

  constructor(options: RestDutiesOptions) {
    this.#options = options
    this.#offset = new ClockOffset(options.clock.leanMs)
    this.#listFailures = new FailureLog({ ...options, event: 'feed.list-failed' })
    const poll = (run: () => Promise<number | null>) => new Poll(options.clock, options.random, run)
    const { dialect } = options
    this.#list = poll(() => this.#readLists())
    const { time, daily } = dialect
    this.#polls = [
      this.#list,
      ...(daily === null ? [] : [poll(() => this.#readDaily(daily))]),
      ...(time.kind === 'rest' ? [poll(() => this.#readClock(time))] : []),
      ...(options.clock.leanMs === undefined ? [] : [poll(() => this.#followLean())]),
    ]
  }

  /** The exchange's clock minus ours, ms; null before the first measurement. */
  get offsetMs(): number | null {
    return this.#offset.medianMs
  }

  /** The list was requested and never came, or not for so long that nothing may rest on it. */
  get lacksList(): boolean {
    return this.#isAged || (this.#listedAt === null && this.#list.failures > 0)
  }

  /** The list is too old to rest on. */
  get isListAged(): boolean {
    return this.#isAged
  }

  /** A list was read, and is believed. */
  listed(): void {
    this.#isDoubted = false
    // A page says nothing of the pages that follow.
    if (this.#isRoundListed === null) this.#renewed()
    else this.#isRoundListed = true
  }

  #renewed(): void {
    this.#listedAt = this.#options.clock.now()
    this.#setAged(false)
  }

  /** An answer that says nothing, or none, leaves the list as old as it is. */
  #ageList(): void {
    if (this.#listedAt !== null && this.#options.clock.now() - this.#listedAt > LIST_LIMIT_MS) this.#setAged(true)
  }

  #setAged(isAged: boolean): void {
    if (isAged === this.#isAged) return
    this.#isAged = isAged
    if (isAged) this.#options.log('warn', 'feed.list-aged', { listedAt: this.#listedAt, alarm: true })
    this.#options.onListAged()
  }

  /** A complete list lacks most of what the last one had: it is requested again before anybody believes it. */
  doubted(): void {
    this.#isDoubted = true
    this.#list.hurry(DOUBTED_AGAIN_MS)
  }

  start(): void {
    for (const poll of this.#polls) poll.start(0)
  }

  stop(): void {
    for (const poll of this.#polls) poll.stop()
  }

  /** Takes the exchange's time from an answer; all epoch ms. */
  measured(serverTime: number, sentAt: number, receivedAt: number): void {
    this.#offset.measured(serverTime, sentAt, receivedAt)
    const offsetMs = this.#offset.medianMs ?? 0
    const isSkewed = Math.abs(offsetMs) > MOST_SKEW_MS
    if (isSkewed && !this.#isSkewed) {
      this.#options.log('warn', 'feed.clock-skew', { offsetMs: Math.round(offsetMs), alarm: true })
    }
    this.#isSkewed = isSkewed
    this.#tellOffset()
  }

  /**
   * While our clock leans the measured offset changes by as much. The offset of the books follows within some tens of
   * ms.
   */
  async #followLean(): Promise<number> {
    if (Math.abs((this.offsetMs ?? 0) - (this.#toldOffsetMs ?? 0)) >= FOLLOWED_MS) this.#tellOffset()
    return FOLLOW_EVERY_MS
  }

  #tellOffset(): void {
    this.#toldOffsetMs = this.offsetMs
    this.#options.onOffset()
  }

  async #readLists(): Promise<number | null> {
    this.#isRoundListed = false
    const isRead = await this.#readPages()
    const isListed = isRead && this.#isRoundListed
    this.#isRoundListed = null
    if (isListed) this.#renewed()
    else this.#ageList()
    if (!isRead) return this.#pauseMs()
    return this.#isDoubted ? DOUBTED_AGAIN_MS : LIST_EVERY_MS
  }

  /** Requests all pages of all lists; false where one did not come. */
  async #readPages(): Promise<boolean> {
    for (const list of this.#options.dialect.instruments) {
      let call: RestCall | null = list
      for (let page = 0; call !== null && page < MOST_PAGES; page++) {
        const body = await this.#readPage(call)
        if (body === null) return false
        call = list.next?.(body.toString('utf8')) ?? null
      }
    }
    return true
  }

  /** Requests one page of a list and reads it; null when it did not come. */
  async #readPage(call: RestCall): Promise<Buffer | null> {
    const { rest, read, onListFailed } = this.#options
    const result = await rest.get(call, 'list')
    if (result.kind === 'ok') {
      read(result)
      return result.body
    }
    if (result.reason === 'stopped') return null
    this.#listFailures.failed({ reason: result.reason, detail: result.detail })
    if (result.reason !== 'limited' && result.reason !== 'status') onListFailed(result.reason)
    return null
  }

  async #readDaily(daily: NonNullable<Dialect['daily']>): Promise<number | null> {
    const { rest, onDailyChanges } = this.#options
    const result = await rest.get(daily.call, 'daily')
    if (result.kind === 'failed') return this.#pauseMs()
    onDailyChanges(daily.parse(result.body.toString('utf8')))
    return DAILY_EVERY_MS
  }

  async #readClock(time: Dialect['time'] & { readonly kind: 'rest' }): Promise<number | null> {
    const result = await this.#options.rest.get(time.call, 'clock')
    const serverTime = result.kind === 'ok' ? time.parse(result.body.toString('utf8')) : null
    if (result.kind === 'failed' || serverTime === null) return this.#pauseMs()
    this.measured(serverTime, result.sentAt, result.receivedAt)
    return this.#offset.nextInMs
  }

  /** Ms until a ban in force ends, with jitter; null without a ban: the backoff decides then. */
  #pauseMs(): number | null {
    const { clock, rest, random } = this.#options
    const now = clock.now()
    const ban = rest.ban(now)
    return ban === null ? null : ban.until - now + 1_000 * random()
  }
}
