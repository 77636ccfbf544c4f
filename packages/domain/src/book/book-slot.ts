import type { ExchangeId, MarketKind } from '../market/exchange.ts'
import { Book } from './book.ts'
import { LATE_LIMIT_MS, Rhythm } from './freshness.ts'

/** Why a book stopped being usable; the words of `closed` findings (runtime.md). */
export type LossReason = 'gap' | 'checksum' | 'crossed' | 'refused' | 'down'

/** Whether the levels can be proven, regardless of their age. */
export type Validity = 'LIVE' | 'RESYNC' | 'DOWN' | 'HALTED' | 'GONE'
/** The state of a book (reliability.md 1). */
export type BookState = Validity | 'LATE' | 'STALE'

/** A book crossed for longer than this is lost, and so is one that crosses twice within a minute (formulas.md § 6). */
const CROSSED_MS = 1_000
const CROSSED_AGAIN_MS = 60_000

/** Levels that take part in detection and evidence, of a side. */
export type SlotOptions = {
  readonly depth: number
  readonly visibleDepth: number
  readonly keepsTexts: boolean
  readonly sizeUnit?: SizeUnit
}

/** What a size counts: base units, contracts of a base amount that the list states, or contracts worth quote currency. */
export type SizeUnit = 'base' | 'contracts' | 'inverse'

/**
 * One instrument's book and everything that decides whether it may be believed. Invalidate first, repair second:
 * `lose` empties it at once, and only a snapshot makes it `LIVE` again.
 */
export class BookSlot {
  readonly exchange: ExchangeId
  readonly market: MarketKind
  readonly symbol: string
  /** Its number among the books of whoever keeps it, who gives it: what is kept of a book is found without a name. */
  index = -1
  readonly book: Book
  /** Kraken's spot books are proven by checksum to the tenth level only (formulas.md § 6). */
  visibleDepth: number
  readonly sizeUnit: SizeUnit
  /** The channel that makes this book; frames of others never alter it. */
  channel = ''

  frames = 0
  gaps = 0
  checksumsOk = 0
  checksumsBad = 0
  resyncs = 0
  /** Frames applied: what moved the book or made it anew. */
  applications = 0
  /** Snapshots applied: a quarantined gap is confirmed by fresh ones (formulas.md § 6). */
  snapshots = 0

  /** Receive time of the last valid book frame, ms; NaN before the first. */
  receivedAt = Number.NaN
  /** The exchange's event time of that frame in epoch ms; NaN where it has none. */
  eventTime = Number.NaN
  /** Its sequence number; NaN where the protocol has none. */
  seq = Number.NaN
  /** Counts valid frames and losses: what was computed from one version still holds while it is the same. */
  version = 0
  /** The exchange's clock minus ours in ms, where it was measured (live). */
  clockOffsetMs = Number.NaN
  /** Why the book was last lost. */
  lossReason: LossReason = 'down'
  /** The instrument or the whole exchange does not trade now. */
  halted = false

  readonly #rhythm = new Rhythm()
  #levels: 'LIVE' | 'RESYNC' | 'DOWN' | 'GONE' = 'DOWN'
  #wasLive = false
  #crossedSince = Number.NaN
  #crossedBefore = Number.NaN

  constructor(exchange: ExchangeId, market: MarketKind, symbol: string, options: SlotOptions) {
    this.exchange = exchange
    this.market = market
    this.symbol = symbol
    this.book = new Book(options.depth, options.keepsTexts)
    this.visibleDepth = options.visibleDepth
    this.sizeUnit = options.sizeUnit ?? 'base'
  }

  /** Validity without freshness. */
  get validity(): Validity {
    return this.#levels === 'LIVE' && this.halted ? 'HALTED' : this.#levels
  }

  /** A snapshot has been applied and nothing has put it in doubt: changes may be applied to it. */
  get isSynced(): boolean {
    return this.#levels === 'LIVE'
  }

  /** Age in ms at `now`: since the last valid frame or, where clocks are known, since its event if that is longer. */
  ageMs(now: number): number {
    const sinceReceived = now - this.receivedAt
    if (Number.isNaN(this.clockOffsetMs) || Number.isNaN(this.eventTime)) return sinceReceived
    return Math.max(sinceReceived, now - (this.eventTime - this.clockOffsetMs))
  }

  get ageLimitMs(): number {
    return this.#rhythm.limitMs
  }

  /** Receive time minus (corrected) event time of the last frame, ms, at least 0; 0 where the frame has no event time. */
  get latencyMs(): number {
    if (Number.isNaN(this.eventTime)) return 0
    const offset = Number.isNaN(this.clockOffsetMs) ? 0 : this.clockOffsetMs
    return Math.max(0, this.receivedAt - (this.eventTime - offset))
  }

  state(now: number): BookState {
    const validity = this.validity
    if (validity !== 'LIVE') return validity
    const age = this.ageMs(now)
    return age <= this.ageLimitMs ? 'LIVE' : age <= LATE_LIMIT_MS ? 'LATE' : 'STALE'
  }

  /** Proven, fresh and trading: the only state that detection may read. */
  isLive(now: number): boolean {
    return this.#levels === 'LIVE' && !this.halted && this.ageMs(now) <= this.ageLimitMs
  }

  get isCrossed(): boolean {
    return !Number.isNaN(this.#crossedSince)
  }

  /** Empties the book for a snapshot: a snapshot replaces, it is never merged (reliability.md 6). */
  beginSnapshot(): void {
    this.book.clear()
  }

  /**
   * A valid frame has been applied: the book is truncated, counted and looked at for crossing.
   * `snapshot` makes a lost book valid again. False when crossing lost the book.
   */
  applied(kind: 'snapshot' | 'delta', now: number, eventTime: number, seq: number): boolean {
    this.book.truncate()
    this.applications++
    if (kind === 'snapshot') {
      if (this.#levels !== 'LIVE' && this.#wasLive) this.resyncs++
      this.#levels = 'LIVE'
      this.#wasLive = true
      this.snapshots++
    }
    this.#seen(now, eventTime, seq)
    return this.#guardCrossing(now)
  }

  /** A frame that says again what is known: it proves the book's age and nothing else. */
  repeated(now: number, eventTime: number, seq: number): void {
    this.#seen(now, eventTime, seq)
  }

  /** A REST book confirmed the levels: the age restarts, the rhythm does not count it (reliability.md 2). */
  confirmed(now: number): void {
    this.receivedAt = now
    this.eventTime = Number.NaN
  }

  /**
   * Invalidates at once. `down` (the connection or the subscription is gone) leaves `DOWN`, every doubt about what came
   * leaves `RESYNC`; losing a lost book again changes no count.
   */
  lose(reason: LossReason): void {
    if (this.#levels === 'LIVE') {
      if (reason === 'gap') this.gaps++
      this.lossReason = reason
    }
    if (this.#levels !== 'GONE') this.#levels = reason === 'down' ? 'DOWN' : 'RESYNC'
    this.#empty()
  }

  /** The exchange said that the instrument no longer exists. Only a new snapshot brings it back (a relisting). */
  delist(): void {
    this.#levels = 'GONE'
    this.lossReason = 'down'
    this.#empty()
  }

  /** Called as the clock moves: a book that stays crossed is lost. True when this lost it. */
  loseIfCrossedTooLong(now: number): boolean {
    if (!(now - this.#crossedSince > CROSSED_MS)) return false
    this.lose('crossed')
    return true
  }

  #empty(): void {
    this.book.clear()
    this.#crossedSince = Number.NaN
    this.version++
  }

  #seen(now: number, eventTime: number, seq: number): void {
    this.receivedAt = now
    this.eventTime = eventTime
    this.seq = seq
    this.version++
    this.#rhythm.beat(now)
  }

  #guardCrossing(now: number): boolean {
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
