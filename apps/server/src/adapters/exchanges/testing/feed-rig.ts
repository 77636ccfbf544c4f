import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BookSlot, type ExchangeId, type Instrument, type LossReason, type MarketKind } from '@makas/domain'
import type { BookFeed, DailyChange } from '../../../app/ports/market/book-feed.ts'
import type { ControlEvent, ExchangeProtocol, PerpFact, ReaderSink } from '../../../app/ports/market/exchange-reader.ts'
import type { Clock } from '../../../app/ports/system/clock.ts'
import { seededRandom } from '../../system/randomness.ts'
import { createSystemClock } from '../../system/system-clock.ts'
import type { FeedContext } from '../_shared/talk/feed-context.ts'
import { FEEDS, LIVE_CHANNELS } from '../feeds.ts'
import { PROTOCOLS } from '../protocols.ts'

type RigOptions = {
  readonly exchange: ExchangeId
  /** The market whose books are wanted; spot by default. */
  readonly market?: MarketKind
  /** Null: the exchange's own hosts, which no test may reach. */
  readonly origin: string | null
  readonly clock?: Clock | undefined
  /** Takes over the ban times of an earlier rig: a restart. */
  readonly dataDir?: string | undefined
}

/** A feed with a recording sink in place of the engine: its books and all its reports. */
export class FeedRig {
  readonly feed: BookFeed
  readonly clock: Clock
  readonly dataDir: string
  readonly slots = new Map<string, BookSlot>()
  readonly lost: { readonly time: number; readonly symbol: string; readonly reason: LossReason }[] = []
  readonly controls: ControlEvent[] = []
  readonly refused: string[] = []
  readonly facts: PerpFact[] = []
  readonly logs: {
    readonly level: string
    readonly event: string
    readonly data: Readonly<Record<string, unknown>>
  }[] = []
  listed: readonly Instrument[] = []
  /** Numbers of instruments of all complete lists. */
  readonly listSizes: number[] = []
  dailyChanges: readonly DailyChange[] = []
  /** Called at each change of a book, with the book as it is then. */
  onTouched: (slot: BookSlot) => void = () => undefined

  readonly #protocol: ExchangeProtocol
  readonly #market: MarketKind

  constructor({ exchange, market = 'spot', origin, clock, dataDir }: RigOptions) {
    this.#protocol = PROTOCOLS.find((one) => one.exchange === exchange) as ExchangeProtocol
    this.#market = market
    this.clock = clock ?? createSystemClock()
    this.dataDir = dataDir ?? mkdtempSync(join(tmpdir(), 'feed-'))
    const context: FeedContext = {
      sink: this.#sink(),
      clock: this.clock,
      random: seededRandom(1),
      origin,
      dataDir: this.dataDir,
      log: (level, event, data) => this.logs.push({ level, event, data }),
      onDailyChanges: (_, changes) => {
        this.dailyChanges = changes
      },
    }
    this.feed = FEEDS[exchange](context)
  }

  /** Wants these books and waits until all of them are there. */
  async startWith(symbols: readonly string[] | ((listed: readonly Instrument[]) => readonly string[])): Promise<void> {
    this.feed.start()
    let wanted = symbols
    if (typeof wanted === 'function') {
      await this.until('a list', () => this.listed.length > 0)
      wanted = wanted(this.listed)
    }
    this.want(wanted)
    await this.until('all books', () => this.live === this.slots.size)
  }

  want(symbols: readonly string[]): void {
    const { exchange } = this.#protocol
    const chosen = this.#protocol.choose(new Set([LIVE_CHANNELS[exchange][this.#market]]))
    if (chosen === null) throw new Error('the live channel makes no book')
    for (const symbol of symbols) {
      if (this.slots.has(symbol)) continue
      const sizeUnit = this.#protocol.sizeUnit(this.#market, symbol)
      const slot = new BookSlot(exchange, this.#market, symbol, { ...chosen, sizeUnit })
      slot.channel = chosen.channel
      this.slots.set(symbol, slot)
    }
    this.feed.want(symbols.map((symbol) => ({ market: this.#market, symbol })))
  }

  get books(): readonly BookSlot[] {
    return [...this.slots.values()]
  }

  /** Books with a proven state, whatever their age. */
  get live(): number {
    return this.books.filter(({ acceptsDeltas }) => acceptsDeltas).length
  }

  get now(): number {
    return this.clock.now()
  }

  slot(symbol: string): BookSlot {
    const slot = this.slots.get(symbol)
    if (slot === undefined) throw new Error(`no book of ${symbol}`)
    return slot
  }

  status() {
    return this.feed.status(this.now)
  }

  /** Waits in real time; fails with what was seen. */
  async until(what: string, holds: () => boolean, withinMs = 120_000): Promise<void> {
    const end = performance.now() + withinMs
    while (!holds()) {
      if (performance.now() > end) {
        const last = JSON.stringify(this.logs.slice(-5))
        throw new Error(`not within ${withinMs} ms: ${what}; ${this.live}/${this.slots.size} books; ${last}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  async stop(keepsData = false): Promise<void> {
    await this.feed.stop()
    if (!keepsData) rmSync(this.dataDir, { recursive: true, force: true })
  }

  #sink(): ReaderSink {
    return {
      slot: (market, symbol) => (market === this.#market ? (this.slots.get(symbol) ?? null) : null),
      touched: (slot) => this.onTouched(slot),
      lost: (slot, reason) => this.lost.push({ time: this.now, symbol: slot.symbol, reason }),
      instruments: (_exchange, market, list, complete) => {
        if (market !== this.#market) return
        this.listed = list
        if (complete) this.listSizes.push(list.length)
      },
      control: (_endpoint, event) => this.controls.push(event),
      fact: (_exchange, fact) => this.facts.push(fact),
      refused: (_endpoint, why) => this.refused.push(why),
    }
  }
}

/** A book's best levels as the decimal texts that an exchange would print, without trailing zeros. */
export function levelsOf(slot: BookSlot, side: 'bids' | 'asks', count: number): [string, string][] {
  const { book } = slot
  const levels = book[side]
  return Array.from({ length: Math.min(count, levels.count) }, (_, rank) => [
    scaledText(levels.priceAt(rank), book.priceDecimals),
    scaledText(levels.sizeAt(rank), book.sizeDecimals),
  ])
}

/** Removes what a text of a decimal number does not need. */
export function plain(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

function scaledText(scaled: number, decimals: number): string {
  const digits = String(BigInt(scaled)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return decimals === 0 ? whole : plain(`${whole}.${digits.slice(whole.length)}`)
}
