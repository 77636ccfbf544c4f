import { crc32 } from 'node:zlib'
import { fraction, less, trimmed } from './plain-numbers.ts'
import type { Exchange, Frame, Market, Pair } from './plain-wire.ts'

export type Reason = 'gap' | 'checksum' | 'crossed' | 'refused' | 'down'
type Side = Map<string, Pair>

/** One book by the exchanges' documents: maps of texts, sorted as a whole at each read. */
export class PlainBook {
  readonly exchange: Exchange
  readonly market: Market
  readonly symbol: string
  readonly channel: string
  depth: number
  state: 'LIVE' | 'RESYNC' | 'DOWN' | 'GONE' = 'DOWN'
  halted = false
  frames = 0
  gaps = 0
  ok = 0
  bad = 0
  resyncs = 0
  receivedAt = Number.NaN
  eventTime: number | null = null
  seq: number | null = null
  limit = 2_000
  crossedSince: number | null = null
  #crossedBefore = Number.NEGATIVE_INFINITY
  #wasLive = false
  #s = 0
  #beat: number | null = null
  #bids: Side = new Map()
  #asks: Side = new Map()
  #sortedBids: Pair[] | null = null
  #sortedAsks: Pair[] | null = null
  #last = Number.NaN
  #isSynchronised = false
  #waiting: Frame[] = []

  constructor(exchange: Exchange, market: Market, symbol: string, channel: string, depth: number) {
    this.exchange = exchange
    this.market = market
    this.symbol = symbol
    this.channel = channel
    this.depth = depth
  }

  get bids(): readonly Pair[] {
    this.#sortedBids ??= sorted(this.#bids).reverse()
    return this.#sortedBids
  }
  get asks(): readonly Pair[] {
    this.#sortedAsks ??= sorted(this.#asks)
    return this.#sortedAsks
  }
  isFresh(now: number): boolean {
    return this.state === 'LIVE' && !this.halted && now - this.receivedAt <= this.limit
  }
  get isCrossed(): boolean {
    const [bid, ask] = [this.bids[0], this.asks[0]]
    return bid !== undefined && ask !== undefined && less(fraction(ask[0]), fraction(bid[0]))
  }

  /** Reads a frame of the book's channel; returns its effect, or null where it changed and proved nothing. */
  read(frame: Frame, now: number): 'touched' | Reason | null {
    this.frames++
    switch (this.exchange) {
      case 'binance':
        return this.#binance(frame, now)
      case 'okx':
        return this.#okx(frame, now)
      case 'bybit':
        return this.#bybit(frame, now)
      case 'kraken':
        return this.#kraken(frame, now)
    }
  }

  lose(reason: Reason): Reason {
    if (this.state === 'LIVE' && reason === 'gap') this.gaps++
    this.state = reason === 'down' ? 'DOWN' : 'RESYNC'
    this.crossedSince = null
    this.#bids = new Map()
    this.#asks = new Map()
    this.#forgetOrder()
    this.#waiting = []
    return reason
  }

  #binance(frame: Frame, now: number): 'touched' | Reason | null {
    const { first, last, previous } = frame as { first: number; last: number; previous: number }
    if (frame.channel !== 'depth') {
      if (this.state === 'LIVE' && last < this.#last) return null
      return this.#apply(frame, now)
    }
    const isPerp = this.market === 'perp'
    const joins = (change: Frame, to: number) =>
      isPerp
        ? ((change.first as number) <= to && to <= (change.last as number)) || change.previous === to
        : (change.first as number) <= to + 1
    const isOld = (change: Frame, to: number) => (isPerp ? (change.last as number) < to : (change.last as number) <= to)
    if (frame.isWhole) {
      if (this.state === 'LIVE' && last < this.#last) return null
      const waiting = this.#waiting.filter((change) => !isOld(change, last))
      if (waiting[0] !== undefined && !joins(waiting[0], last)) return null
      this.#waiting = []
      let outcome = this.#apply(frame, now)
      this.#isSynchronised = false
      for (const change of waiting) {
        if (outcome !== 'touched') return outcome
        outcome = this.#apply(change, now)
        this.#isSynchronised = true
      }
      return outcome
    }
    if (this.state !== 'LIVE') {
      const before = this.#waiting.at(-1)?.last ?? null
      if (before !== null && last <= before) return null
      if (before !== null && (isPerp ? previous !== before : first > before + 1)) this.#waiting = []
      this.#waiting.push(frame)
      return null
    }
    const follows = isPerp
      ? this.#isSynchronised
        ? previous === this.#last
        : joins(frame, this.#last)
      : joins(frame, this.#last)
    if (!follows && last > this.#last) {
      const lost = this.lose('gap')
      this.#waiting = [frame]
      return lost
    }
    if (isPerp ? !follows : isOld(frame, this.#last)) return null
    this.#isSynchronised = true
    return this.#apply(frame, now)
  }

  #okx(frame: Frame, now: number): 'touched' | Reason | null {
    const { last, previous, isWhole } = frame
    if (!isWhole && this.state !== 'LIVE') return null
    if (!isWhole && last !== null && previous !== this.#last) {
      return last === this.#last ? this.#repeat(frame, now) : this.lose('gap')
    }
    if (!isWhole && last !== null && last === previous && frame.bids.length + frame.asks.length === 0) {
      return this.#repeat(frame, now)
    }
    return this.#apply(frame, now)
  }

  #bybit(frame: Frame, now: number): 'touched' | Reason | null {
    const u = frame.last as number
    if (u === 1 && frame.bids.length + frame.asks.length === 0) {
      this.lose('down')
      this.state = 'GONE'
      return 'down'
    }
    const acceptsDeltas = this.state === 'LIVE'
    if (frame.isWhole) {
      if (acceptsDeltas && u === this.#last && u !== 1) return this.#repeat(frame, now)
      if (acceptsDeltas && frame.channel === 'orderbook.1' && u < this.#last && u !== 1) return null
      return this.#apply(frame, now)
    }
    if (!acceptsDeltas) return null
    if (u === this.#last) return this.#repeat(frame, now)
    if (u < this.#last) return null
    return u === this.#last + 1 ? this.#apply(frame, now) : this.lose('gap')
  }

  #kraken(frame: Frame, now: number): 'touched' | Reason | null {
    if (!frame.isWhole && this.state !== 'LIVE') return null
    if (this.market === 'perp' && !frame.isWhole) {
      if ((frame.last as number) <= this.#last) return null
      if (frame.last !== this.#last + 1) return this.lose('gap')
    }
    return this.#apply(frame, now)
  }

  #apply(frame: Frame, now: number): 'touched' | Reason {
    if (frame.isWhole) {
      this.#bids = new Map()
      this.#asks = new Map()
    }
    for (const [side, changes] of [[this.#bids, frame.bids] as const, [this.#asks, frame.asks] as const]) {
      for (const [price, size] of changes) {
        const key = trimmed(price)
        if (trimmed(size) === '0') side.delete(key)
        else side.set(key, [price, size])
      }
    }
    this.#forgetOrder()
    for (const level of this.bids.slice(this.depth)) this.#bids.delete(trimmed(level[0]))
    for (const level of this.asks.slice(this.depth)) this.#asks.delete(trimmed(level[0]))
    this.#forgetOrder()
    if (frame.checksum !== null && (this.exchange === 'kraken' || frame.checksum !== 0)) {
      const isRight = (this.exchange === 'kraken' ? this.#krakenSum() : this.#okxSum()) === frame.checksum
      if (isRight) this.ok++
      else {
        this.bad++
        return this.lose('checksum')
      }
    }
    if (frame.isWhole) {
      if (this.state !== 'LIVE' && this.#wasLive) this.resyncs++
      this.state = 'LIVE'
      this.#wasLive = true
    }
    this.#last = frame.last ?? Number.NaN
    this.#seen(frame, now)
    return this.#crossing(now)
  }

  #forgetOrder(): void {
    this.#sortedBids = null
    this.#sortedAsks = null
  }

  #repeat(frame: Frame, now: number): 'touched' {
    this.#seen(frame, now)
    return 'touched'
  }

  #seen(frame: Frame, now: number): void {
    if (this.#beat !== null) {
      const gap = now - this.#beat
      this.#s = gap > 10_000 ? 0 : this.#s + gap - Math.floor(this.#s / 16)
    }
    this.#beat = now
    this.limit = Math.min(10_000, Math.max(2_000, Math.floor(this.#s / 4)))
    this.receivedAt = now
    this.eventTime = frame.time
    this.seq = frame.last
  }

  #crossing(now: number): 'touched' | 'crossed' {
    if (!this.isCrossed) this.crossedSince = null
    else if (this.crossedSince === null) {
      const isAgain = now - this.#crossedBefore <= 60_000
      this.#crossedBefore = now
      this.crossedSince = now
      if (isAgain) {
        this.lose('crossed')
        return 'crossed'
      }
    }
    return 'touched'
  }

  #krakenSum(): number {
    const digits = (pair: Pair) => pair.map((one) => one.replace('.', '').replace(/^0+/, '')).join('')
    return crc32([...this.asks.slice(0, 10), ...this.bids.slice(0, 10)].map(digits).join(''))
  }

  #okxSum(): number {
    const [bids, asks] = [this.bids, this.asks]
    const parts = Array.from({ length: 25 }, (_, rank) => [bids[rank], asks[rank]]).flat(2)
    return crc32(parts.filter((part) => part !== undefined).join(':')) | 0
  }
}

/** Levels, cheapest first: compared as doubles, and as exact fractions where these are equal. */
function sorted(side: Side): Pair[] {
  return [...side.entries()]
    .map(([key, pair]) => [Number(key), key, pair] as const)
    .sort(([a, textA], [b, textB]) => a - b || (less(fraction(textA), fraction(textB)) ? -1 : 1))
    .map(([, , pair]) => pair)
}
