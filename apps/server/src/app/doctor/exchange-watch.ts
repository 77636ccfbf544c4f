import type { BookSlot, ExchangeId, Instrument, MarketKind } from '@makas/domain'
import type { Endpoint, ExchangeProtocol, ExchangeReader, ReaderSink } from '../ports/market/exchange-reader.ts'
import type { Clock } from '../ports/system/clock.ts'
import { entriesIn, isGreeting, signatureOf } from './raw-text.ts'

const EXAMPLE_CHARACTERS = 600

/** Takes the lines of a recording (http-and-settings.md, Replay). Texts of other origins never reach it. */
export type LineTaker = (t: number, url: string, dir: 'in' | 'out', msg: string) => void

/** How often something was seen, and its newest text. */
export type Sample = { count: number; example: string }

/** A whole instrument list as its exchange sent it. */
export type ListReading = {
  /** Entries and bytes of all pages. */
  readonly entries: number
  readonly bytes: number
  readonly read: readonly Instrument[]
  /** Entries of the list before; null for the first list. */
  readonly before: number | null
}

/** What is known of one book beside its slot. */
type BookView = { provenAt: number; isStreamed: boolean; parsed: number; snapshots: number }

type Options = {
  readonly exchange: ExchangeId
  readonly clock: Pick<Clock, 'now'>
  /** Takes what the readers are given; null: nothing is recorded. */
  readonly take: LineTaker | null
}

/** Looks on while the feed of one exchange works: counts what its readers get, and what they make of it. */
export class ExchangeWatch {
  readonly exchange: ExchangeId
  /** Messages of sockets. */
  frames = 0
  /** Bytes of these messages. */
  bytes = 0
  /** Answers to REST calls. */
  answers = 0
  /** Book frames that no shape of the core took, without the first change after each snapshot. */
  readonly unusual: Sample = { count: 0, example: '' }
  /** Frames that could not be accepted, by reason. */
  readonly refusals = new Map<string, Sample>()
  readonly lists = new Map<MarketKind, ListReading>()
  /** Perpetuals whose mark came. */
  readonly marked = new Set<string>()
  readonly books = new Map<BookSlot, BookView>()
  /** Kinds of frames that a reader acted on. */
  readonly #meant = new Set<string>()
  /** A sample of each kind of frames that no reader acted on. */
  readonly #meaningless = new Map<string, Sample>()
  readonly #options: Options
  readonly #urls = new WeakMap<Endpoint, string>()
  readonly #pages = new Map<MarketKind, { entries: number; bytes: number }>()
  #reading: Uint8Array = new Uint8Array()
  #isStream = false
  #meaning: 'none' | 'other' | 'book' = 'none'

  constructor(options: Options) {
    this.exchange = options.exchange
    this.#options = options
  }

  /** Frames of kinds that no reader acted on, one sample for each kind. */
  get meaningless(): readonly Sample[] {
    return [...this.#meaningless]
      .filter(([kind]) => !this.#meant.has(kind) && !isGreeting(kind))
      .map(([, sample]) => sample)
  }

  /** The protocol with this watch between feed and reader. */
  readonly watched = (protocol: ExchangeProtocol): ExchangeProtocol => ({
    ...protocol,
    endpoint: (url) => {
      const endpoint = protocol.endpoint(url)
      if (endpoint !== null) this.#urls.set(endpoint, url.href)
      return endpoint
    },
    reader: (sink) => this.#watching(protocol.reader(this.#listening(sink))),
  })

  /** Counts a frame that never reached a reader. */
  refusedUnread(why: string): void {
    add(this.refusals, why, '')
  }

  #watching(reader: ExchangeReader): ExchangeReader {
    return {
      read: (endpoint, bytes, now) => {
        this.#options.take?.(now, this.#urlOf(endpoint), 'in', textOf(bytes))
        this.#begin(endpoint, bytes)
        reader.read(endpoint, bytes, now)
        if (this.#isStream && this.#meaning !== 'book') this.#noteKind()
      },
      sent: (endpoint, text) => {
        this.#options.take?.(this.#options.clock.now(), this.#urlOf(endpoint), 'out', text)
        reader.sent?.(endpoint, text)
      },
      forget: (slot) => reader.forget(slot),
    }
  }

  #begin({ transport }: Endpoint, bytes: Uint8Array): void {
    this.#reading = bytes
    this.#isStream = transport === 'ws'
    this.#meaning = 'none'
    if (this.#isStream) this.frames++
    else this.answers++
    this.bytes += bytes.length
  }

  #listening(sink: ReaderSink): ReaderSink {
    const means = () => {
      if (this.#meaning === 'none') this.#meaning = 'other'
    }
    return {
      slot: (market, symbol) => {
        this.#meaning = 'book'
        return sink.slot(market, symbol)
      },
      touched: (slot, isTopMoved) => {
        this.#meaning = 'book'
        this.#touched(slot)
        sink.touched(slot, isTopMoved)
      },
      lost: (slot, reason) => {
        this.#meaning = 'book'
        sink.lost(slot, reason)
      },
      instruments: (exchange, market, list, complete) => {
        means()
        if (!this.#isStream) this.#listed(market, list, complete)
        sink.instruments(exchange, market, list, complete)
      },
      fact: (exchange, fact) => {
        means()
        if (fact.kind === 'mark') this.marked.add(fact.symbol)
        sink.fact(exchange, fact)
      },
      control: (endpoint, event) => {
        means()
        sink.control(endpoint, event)
      },
      refused: (endpoint, why, book) => {
        this.#meaning = 'book'
        add(this.refusals, why, this.#example())
        sink.refused(endpoint, why, book)
      },
    }
  }

  #touched(slot: BookSlot): void {
    let view = this.books.get(slot)
    if (view === undefined) {
      view = { provenAt: Number.NaN, isStreamed: false, parsed: 0, snapshots: 0 }
      this.books.set(slot, view)
    }
    if (this.#isStream) view.isStreamed = true
    if (Number.isNaN(view.provenAt) && slot.acceptsDeltas) view.provenAt = this.#options.clock.now()
    if (slot.parsedFrames === view.parsed) return
    view.parsed = slot.parsedFrames
    const followsSnapshot = view.snapshots !== slot.snapshots
    view.snapshots = slot.snapshots
    if (!this.#isStream || followsSnapshot) return
    this.unusual.count++
    this.unusual.example = this.#example()
  }

  #listed(market: MarketKind, read: readonly Instrument[], complete: boolean): void {
    const before = this.#pages.get(market) ?? { entries: 0, bytes: 0 }
    const entries = before.entries + entriesIn(textOf(this.#reading))
    const bytes = before.bytes + this.#reading.length
    if (complete) {
      this.lists.set(market, { entries, bytes, read, before: this.lists.get(market)?.entries ?? null })
      this.#pages.delete(market)
    } else this.#pages.set(market, { entries, bytes })
  }

  #noteKind(): void {
    const kind = signatureOf(textOf(this.#reading))
    if (this.#meaning === 'none') add(this.#meaningless, kind, this.#example())
    else this.#meant.add(kind)
  }

  #example(): string {
    return textOf(this.#reading.subarray(0, EXAMPLE_CHARACTERS))
  }

  /** The address from which an endpoint was made. */
  #urlOf(endpoint: Endpoint): string {
    const url = this.#urls.get(endpoint)
    if (url === undefined) throw new RangeError('an endpoint that this watch did not make')
    return url
  }
}

const utf8 = new TextDecoder()
const textOf = (bytes: Uint8Array): string => utf8.decode(bytes)

function add(samples: Map<string, Sample>, kind: string, example: string): void {
  const known = samples.get(kind)
  samples.set(kind, { count: (known?.count ?? 0) + 1, example: example === '' ? (known?.example ?? '') : example })
}
