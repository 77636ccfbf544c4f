import type { ExchangeId, MarketKind } from '../market/exchange.ts'
import { Book } from './book.ts'
import { doubles, inDoubles, inWords, words } from './core.ts'
import { LATE_LIMIT_MS, limitOf, nextRhythm } from './freshness.ts'
import { KnownLevels } from './known-levels.ts'

/** Why a book was lost; the words of `closed` findings (http-and-settings.md, Findings). */
export type LossReason = 'gap' | 'checksum' | 'crossed' | 'refused' | 'down'

/** Whether the levels can be proven, regardless of their age. */
export type Validity = 'LIVE' | 'RESYNC' | 'DOWN' | 'HALTED' | 'GONE'
/** The state of a book (reliability-matrix.md 1). */
export type BookState = Validity | 'LATE' | 'STALE'

/** A book that stays crossed for longer than this, ms, is lost (formulas.md § 6). */
const CROSSED_MS = 1_000
/** A book that crosses again within this time, ms, is lost at once (formulas.md § 6). */
const CROSSED_AGAIN_MS = 60_000

/** Offsets of a book's facts in the core, in doubles and words: the core applies deltas there (`FrameApplier`). */
const RECEIVED_AT = inDoubles('RECEIVED_AT')
const EVENT_TIME = inDoubles('EVENT_TIME')
const SEQ = inDoubles('SEQ')
const RHYTHM = inDoubles('RHYTHM')
const HEARD_AT = inDoubles('HEARD_AT')
const CLOCK_OFFSET = inDoubles('CLOCK_OFFSET')
const CROSSED_SINCE = inDoubles('CROSSED_SINCE')
const VERSION = inWords('VERSION')
const FRAMES = inWords('FRAMES')
const APPLICATIONS = inWords('APPLICATIONS')
const CHECKSUM_MATCHES = inWords('CHECKSUM_MATCHES')
const IS_SOUND = inWords('IS_SOUND')
const IS_SYNCHRONISED = inWords('IS_SYNCHRONISED')
const HALTED = inWords('HALTED')
const PRICE_SCALE = inWords('PRICE_SCALE')
/** Offsets of each side's number of levels and best price, in doubles. */
const BID_COUNT = inDoubles('BIDS') + inDoubles('COUNT')
const BEST_BID = inDoubles('BIDS') + inDoubles('BEST_PRICE')
const ASK_COUNT = inDoubles('ASKS') + inDoubles('COUNT')
const BEST_ASK = inDoubles('ASKS') + inDoubles('BEST_PRICE')

export type SlotOptions = {
  /** Levels kept of each side. */
  readonly depth: number
  /** Most levels of a side that detection and evidence use. */
  readonly visibleDepth: number
  readonly keepsTexts: boolean
  readonly sizeUnit?: SizeUnit
}

/** Unit of a size: base units, contracts of a base amount that the list states, or contracts worth quote currency. */
export type SizeUnit = 'base' | 'contracts' | 'inverse'

/**
 * One instrument's book and everything that decides whether it may be believed. Invalidate first, repair second:
 * `lose` empties it at once, and only a snapshot makes it `LIVE` again.
 */
export class BookSlot {
  /** Address of the facts, in doubles. First, like `index`: every frame reads both, so they share a cache line. */
  readonly #doubles: number
  /** The book's number in the tables of its engine, which assigns it; -1 before. It saves a look-up by name. */
  index = -1
  readonly exchange: ExchangeId
  readonly market: MarketKind
  readonly symbol: string
  readonly book: Book
  readonly known: KnownLevels
  /** Kraken's spot books are proven by checksum to the tenth level only (formulas.md § 6). */
  readonly #mostVisible: number
  readonly sizeUnit: SizeUnit
  /** The channel whose frames make this book; frames of other channels never change it. */
  channel = ''
  /** Whether a feed is asked to keep this book. A book that no route or price needs is not missing. */
  isWanted = true

  sequenceGaps = 0
  checksumMismatches = 0
  resyncs = 0
  /** Frames that the general parser read, since no shape of the core took them. */
  parsedFrames = 0
  /** Snapshots applied: a quarantined gap is confirmed by fresh ones (formulas.md § 6). */
  snapshots = 0

  /** Why the book was last lost. */
  lossReason: LossReason = 'down'
  #validity: 'LIVE' | 'RESYNC' | 'DOWN' | 'GONE' = 'DOWN'
  #wasLive = false
  #crossedBefore = Number.NaN
  /** Value of `snapshots` when `limitTo` was last called; 0 before. */
  #limitedAfter = 0
  /** The version for which `#counted` holds the visible depth. */
  #countedVersion = Number.NaN
  #counted = 0

  constructor(exchange: ExchangeId, market: MarketKind, symbol: string, options: SlotOptions) {
    this.exchange = exchange
    this.market = market
    this.symbol = symbol
    this.book = new Book(options.depth, options.keepsTexts)
    this.known = new KnownLevels(this.book)
    this.#mostVisible = options.visibleDepth
    this.sizeUnit = options.sizeUnit ?? 'base'
    this.#doubles = this.book.address >> 3
  }

  get #words(): number {
    return this.#doubles * 2
  }

  /** The exchange's clock minus ours in ms, where it was measured (live). */
  get clockOffsetMs(): number {
    return doubles[this.#doubles + CLOCK_OFFSET] as number
  }

  set clockOffsetMs(offset: number) {
    doubles[this.#doubles + CLOCK_OFFSET] = offset
  }

  /** The instrument or the whole exchange does not trade now. */
  get halted(): boolean {
    return words[this.#words + HALTED] === 1
  }

  set halted(isHalted: boolean) {
    words[this.#words + HALTED] = isHalted ? 1 : 0
  }

  /** Best bid as a whole number of `10^-priceDecimals`, from the core's memory; 0 without a bid. */
  get bestBid(): number {
    const at = this.#doubles
    return doubles[at + BID_COUNT] === 0 ? 0 : (doubles[at + BEST_BID] as number)
  }

  /** Best ask, as `bestBid`; infinite without an ask. */
  get bestAsk(): number {
    const at = this.#doubles
    return doubles[at + ASK_COUNT] === 0 ? Number.POSITIVE_INFINITY : (doubles[at + BEST_ASK] as number)
  }

  get priceDecimals(): number {
    return words[this.#words + PRICE_SCALE] as number
  }

  /** Levels of each side that detection and evidence use: the known ones, at most `visibleDepth` of the options. */
  get visibleDepth(): number {
    if (!this.known.isLimited) return this.#mostVisible
    const { version } = this
    if (version !== this.#countedVersion) {
      this.#counted = Math.min(this.#mostVisible, this.known.count)
      this.#countedVersion = version
    }
    return this.#counted
  }

  /** Whether `limitTo` was called since the last snapshot. */
  get hasLimit(): boolean {
    return this.#limitedAfter === this.snapshots
  }

  /** Excludes levels worse than these prices (quote per unit) until the next snapshot; see `KnownLevels`. */
  limitTo(bid: number, ask: number): void {
    this.known.limitTo(bid, ask)
    this.#limitedAfter = this.snapshots
    this.#countedVersion = Number.NaN
  }

  get #crossedSince(): number {
    return doubles[this.#doubles + CROSSED_SINCE] as number
  }

  set #crossedSince(at: number) {
    doubles[this.#doubles + CROSSED_SINCE] = at
  }

  /** Receive time of the last valid book frame, epoch ms; NaN before the first. */
  get receivedAt(): number {
    return doubles[this.#doubles + RECEIVED_AT] as number
  }

  /** Event time of the last valid frame by the exchange's clock, epoch ms; NaN where the frame has none. */
  get eventTime(): number {
    return doubles[this.#doubles + EVENT_TIME] as number
  }

  /** Sequence number of the last valid frame, which the next delta must follow; NaN without numbers or a sound book. */
  get seq(): number {
    return doubles[this.#doubles + SEQ] as number
  }

  /** Counts valid frames and losses: a result computed from the book holds as long as the version has not changed. */
  get version(): number {
    return words[this.#words + VERSION] as number
  }

  /** Book frames received, applied or not. */
  get frames(): number {
    return words[this.#words + FRAMES] as number
  }

  /** Deltas and snapshots applied. */
  get applications(): number {
    return words[this.#words + APPLICATIONS] as number
  }

  get checksumMatches(): number {
    return words[this.#words + CHECKSUM_MATCHES] as number
  }

  /** Whether a delta has been applied after the snapshot that the book began with. */
  get isSynchronised(): boolean {
    return words[this.#words + IS_SYNCHRONISED] === 1
  }

  /** Counts a received book frame. */
  arrived(): void {
    this.#count(FRAMES)
  }

  /** Counts a frame whose checksum was the book's. */
  checksumMatched(): void {
    this.#count(CHECKSUM_MATCHES)
  }

  /** Validity without freshness. */
  get validity(): Validity {
    return this.#validity === 'LIVE' && this.halted ? 'HALTED' : this.#validity
  }

  /** A snapshot has been applied and nothing has put it in doubt: deltas may be applied to it. */
  get acceptsDeltas(): boolean {
    return this.#validity === 'LIVE'
  }

  /** Age in ms at `now`: since the last valid frame or, where clocks are known, since its event if that is longer. */
  ageMs(now: number): number {
    const sinceReceived = now - this.receivedAt
    if (Number.isNaN(this.clockOffsetMs) || Number.isNaN(this.eventTime)) return sinceReceived
    return Math.max(sinceReceived, now - (this.eventTime - this.clockOffsetMs))
  }

  get ageLimitMs(): number {
    return limitOf(doubles[this.#doubles + RHYTHM] as number)
  }

  /** Receive time minus (corrected) event time of the last frame, in ms, at least 0; 0 without an event time. */
  get latencyMs(): number {
    if (Number.isNaN(this.eventTime)) return 0
    const offset = Number.isNaN(this.clockOffsetMs) ? 0 : this.clockOffsetMs
    return Math.max(0, this.receivedAt - (this.eventTime - offset))
  }

  /** Time (ms) until which the book is live if no further frame comes; minus infinity where it may not be read now. */
  get liveUntil(): number {
    if (!this.acceptsDeltas || this.isCrossed || this.halted) return Number.NEGATIVE_INFINITY
    const { receivedAt } = this
    return receivedAt - this.ageMs(receivedAt) + this.ageLimitMs
  }

  state(now: number): BookState {
    const validity = this.validity
    if (validity !== 'LIVE') return validity
    if (this.#isFresh(now)) return 'LIVE'
    return this.ageMs(now) <= LATE_LIMIT_MS ? 'LATE' : 'STALE'
  }

  /** Proven, fresh and trading: detection reads no other book. It may be crossed for a second (`isCrossed`). */
  isLive(now: number): boolean {
    return this.#validity === 'LIVE' && !this.halted && this.#isFresh(now)
  }

  #isFresh(now: number): boolean {
    return this.ageMs(now) <= this.ageLimitMs
  }

  get isCrossed(): boolean {
    return !Number.isNaN(this.#crossedSince)
  }

  /** Empties the book for a snapshot: a snapshot replaces, it is never merged (reliability-matrix.md 6). */
  beginSnapshot(): void {
    this.book.clear()
  }

  /**
   * Ends a valid frame: truncates, counts, checks for crossing. A snapshot makes the book valid. False: crossing lost
   * it.
   */
  applied(kind: 'snapshot' | 'delta', now: number, eventTime: number, seq: number): boolean {
    this.book.truncate()
    this.#count(APPLICATIONS)
    if (kind === 'snapshot') this.#revive()
    words[this.#words + IS_SYNCHRONISED] = kind === 'delta' ? 1 : 0
    this.#seen(now, eventTime, seq)
    return this.guardCrossing(now)
  }

  /** Makes the book valid after the core has replaced it by a snapshot. False when crossing lost it. */
  replaced(now: number): boolean {
    this.book.forgetWideSizes()
    this.#revive()
    return this.guardCrossing(now)
  }

  #revive(): void {
    if (this.#validity !== 'LIVE' && this.#wasLive) this.resyncs++
    this.#validity = 'LIVE'
    this.#wasLive = true
    this.snapshots++
  }

  /** Notes a frame that repeats the book's state: it renews the book's age and changes nothing else. */
  repeated(now: number, eventTime: number, seq: number): void {
    this.#seen(now, eventTime, seq)
  }

  /** Restarts the age, not the rhythm, because a REST book confirmed the levels (reliability-matrix.md 2). */
  confirmed(now: number): void {
    doubles[this.#doubles + RECEIVED_AT] = now
    doubles[this.#doubles + EVENT_TIME] = Number.NaN
  }

  /**
   * Invalidates at once. `down` (the connection or the subscription is gone) leads to `DOWN`, every other reason to
   * `RESYNC`; losing a lost book again changes no count.
   */
  lose(reason: LossReason): void {
    if (this.#validity === 'LIVE') {
      if (reason === 'gap') this.sequenceGaps++
      this.lossReason = reason
    }
    if (this.#validity !== 'GONE') this.#validity = reason === 'down' ? 'DOWN' : 'RESYNC'
    this.#empty()
  }

  /** Notes that the exchange no longer has the instrument. Only a new snapshot brings the book back (a relisting). */
  delist(): void {
    this.#validity = 'GONE'
    this.lossReason = 'down'
    this.#empty()
  }

  /** Loses a book that stays crossed too long; called as the clock moves. True when this call lost it. */
  loseIfCrossedTooLong(now: number): boolean {
    if (!(now - this.#crossedSince > CROSSED_MS)) return false
    this.lose('crossed')
    return true
  }

  #empty(): void {
    this.book.clear()
    doubles[this.#doubles + SEQ] = Number.NaN
    this.#crossedSince = Number.NaN
    this.#count(VERSION)
    this.#updateSound()
  }

  #seen(now: number, eventTime: number, seq: number): void {
    const at = this.#doubles
    doubles[at + RECEIVED_AT] = now
    doubles[at + EVENT_TIME] = eventTime
    doubles[at + SEQ] = seq
    this.#count(VERSION)
    doubles[at + RHYTHM] = nextRhythm(doubles[at + RHYTHM] as number, now - (doubles[at + HEARD_AT] as number))
    doubles[at + HEARD_AT] = now
  }

  #count(field: number): void {
    const at = this.#words + field
    words[at] = (words[at] as number) + 1
  }

  /** Tells the core whether it may apply the next delta by itself. The core does not know sizes beyond 2^53. */
  #updateSound(): void {
    words[this.#words + IS_SOUND] = Number(this.acceptsDeltas && !this.isCrossed && !this.book.hasWideSizes)
  }

  /** Checks for crossing after a frame has been applied. False when crossing lost the book. */
  guardCrossing(now: number): boolean {
    const isKept = this.#updateCrossing(now)
    this.#updateSound()
    return isKept
  }

  #updateCrossing(now: number): boolean {
    if (!this.book.isCrossed) {
      this.#crossedSince = Number.NaN
      return true
    }
    if (!Number.isNaN(this.#crossedSince)) return !this.loseIfCrossedTooLong(now)
    if (now - this.#crossedBefore <= CROSSED_AGAIN_MS) {
      this.#crossedBefore = now
      this.lose('crossed')
      return false
    }
    this.#crossedBefore = now
    this.#crossedSince = now
    return true
  }
}
