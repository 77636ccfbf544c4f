import {
  BookSlot,
  type Decimal,
  decimalText,
  type ExchangeId,
  exactText,
  type Instrument,
  type MarketKind,
  multiply,
  ofDecimal,
  trimmed,
} from '@makas/domain'
import type { EngineOptions } from '../market/engine/engine-options.ts'
import { MarketEngine } from '../market/engine/market-engine.ts'
import { neededBooks } from '../market/legs/owned.ts'
import type { EpisodeRecorder } from '../market/lifetimes/episodes.ts'
import type { FindingEvent } from '../market/lifetimes/opportunity-lifecycles.ts'
import { priorOutlook } from '../market/opportunity/outlook.ts'
import { presentEvidence, presentRow } from '../market/opportunity/present/present.ts'
import type { Endpoint, ExchangeProtocol, ExchangeReader } from '../ports/market/exchange-reader.ts'
import { LiveSchedule } from './live-schedule.ts'
import type { RecordedLine } from './recording.ts'

export type ReplayOptions = Pick<EngineOptions, 'identify' | 'takerFee' | 'spotCap' | 'triCap' | 'carry' | 'shard'> & {
  readonly protocols: readonly ExchangeProtocol[]
  /** Evaluates with the live product's loop and conflation (`LiveSchedule`) instead of after each frame. */
  readonly live?: LiveOptions
  /** Called with every finding, beside the printed text. */
  readonly onFinding?: (event: FindingEvent) => void
}

/** `pieceMs`: assumed length of a piece of the loop's work, ms; left out: an idle machine's. */
type LiveOptions = { readonly pieceMs?: number }

/** The row and evidence that were printed last for a route; `closed` repeats them. */
type PrintedRow = { readonly row: Record<string, unknown>; readonly evidence: unknown }

/** A recorded line with the exchange and endpoint that it belongs to. */
type Line = {
  readonly t: number
  readonly dir: 'in' | 'out'
  readonly msg: string
  readonly endpoint: Endpoint
  readonly protocol: ExchangeProtocol
}

const BOOKS_DEPTH = 10
const NOTHING: readonly string[] = []
const ignore = () => undefined
/** Follows episodes without storing them: a route with a running episode is evaluated with every frame. */
const UNRECORDED: EpisodeRecorder = { outlookOf: priorOutlook, finished: ignore }
const utf8 = new TextEncoder()

/**
 * Runs recorded lines through the same readers, books and detection as the live product; the clock is the effective
 * time of each line. The same lines give the same output, byte for byte (http-and-settings.md, Replay).
 */
export class Replay {
  readonly engine: MarketEngine
  readonly #readers = new Map<ExchangeId, ExchangeReader>()
  readonly #printed = new Map<string, PrintedRow>()
  readonly #lines: readonly { readonly t: number; readonly line: Line | null }[]
  /** Null where each frame evaluates every route that it touched. */
  readonly #schedule: LiveSchedule | null
  #next = 0
  #out: string[] = []

  constructor(lines: readonly RecordedLine[], options: ReplayOptions) {
    this.#lines = recognise(lines, options.protocols)
    const channels = sightings(this.#lines)
    const lists = listed(this.#lines)
    const isNeeded = neededBooks(lists.instruments, options.identify, options.shard)
    this.engine = new MarketEngine({
      ...options,
      ...(options.live === undefined ? {} : { conflates: true, episodes: UNRECORDED }),
      openSlot: (exchange, market, symbol) => {
        const instrument = this.engine.instrument(exchange, market, symbol)
        if (instrument !== undefined && !isNeeded(instrument)) return null
        return openSlot(options.protocols, channels, exchange, market, symbol)
      },
      onFinding: (event) => {
        this.#print(event)
        options.onFinding?.(event)
      },
    })
    const live = options.live
    this.#schedule = live === undefined ? null : new LiveSchedule(this.engine, this.span?.first ?? 0, live.pieceMs)
    for (const protocol of options.protocols) {
      const sink = this.engine.sink(protocol.exchange)
      for (const market of ['spot', 'perp'] as const) {
        const list = lists.instruments.filter((one) => one.exchange === protocol.exchange && one.market === market)
        if (list.length > 0) sink.instruments(protocol.exchange, market, list, false)
      }
      // Lists hold for the whole run and are applied already: the second pass ignores them.
      this.#readers.set(protocol.exchange, protocol.reader({ ...sink, instruments: ignore }))
    }
    // Readers get all lists at the start: contract sizes of a later line hold from the beginning.
    for (const { protocol, endpoint, msg, t } of lists.lines) {
      this.#readers.get(protocol.exchange)?.read(endpoint, utf8.encode(msg), t)
    }
  }

  /** Effective time of the first and of the last line, ms; null without lines. */
  get span(): { readonly first: number; readonly last: number } | null {
    const first = this.#lines[0]
    const last = this.#lines.at(-1)
    return first === undefined || last === undefined ? null : { first: first.t, last: last.t }
  }

  get linesRead(): number {
    return this.#next
  }

  /** Whether no evaluation is due: open rows are as of their books. */
  get isIdle(): boolean {
    return this.#schedule?.isIdle ?? true
  }

  /** Runs all lines; findings come out as they are found, one JSON text each. */
  *findings(): Generator<string> {
    for (const found of this.byLine()) if (found.length > 0) yield* found
  }

  /** Runs all lines; yields the findings of each line as one list, and last the findings of the end. */
  *byLine(): Generator<readonly string[]> {
    const { span } = this
    if (span === null) return
    while (this.#step(span.last)) {
      if (this.#out.length === 0) {
        yield NOTHING
        continue
      }
      const found = this.#out
      this.#out = []
      yield found
    }
    this.#schedule?.finish()
    const ended = this.#out
    this.#out = []
    for (const route of this.engine.end('end', span.last)) {
      const printed = this.#printed.get(route.id)
      if (printed !== undefined) ended.push(closedLine(span.last, 'end', printed))
    }
    yield ended
  }

  /** Runs the lines up to an effective time and returns their findings, for a server that serves a recording. */
  advance(until: number): readonly string[] {
    while (this.#step(until));
    this.#goOn(until)
    const found = this.#out
    this.#out = []
    return found
  }

  /** The books at the end, one JSON text an instrument of which at least one book frame was read. */
  books(): string[] {
    const keyOf = (slot: BookSlot) => [slot.exchange, slot.market, slot.symbol]
    return this.engine.slots
      .filter((slot) => slot.frames > 0)
      .sort((a, b) => compareTexts(keyOf(a), keyOf(b)))
      .map((slot) => bookLine(slot, this.engine.instrument(slot.exchange, slot.market, slot.symbol)))
  }

  /** Runs the next line unless it is later than `until`; false when no line was run. */
  #step(until: number): boolean {
    const next = this.#lines[this.#next]
    if (next === undefined || next.t > until) return false
    this.#goOn(next.t)
    this.#next++
    this.#schedule?.lineRead(next.t)
    if (next.line !== null) this.#read(next.line)
    return true
  }

  /** Does the work that is due by the clock, up to `t` (epoch ms). */
  #goOn(t: number): void {
    if (this.#schedule === null) this.engine.tick(t)
    else this.#schedule.workUntil(t)
  }

  #read(line: Line): void {
    const reader = this.#readers.get(line.protocol.exchange)
    if (line.dir === 'out') reader?.sent?.(line.endpoint, line.msg)
    else this.engine.frame(line.t, () => reader?.read(line.endpoint, utf8.encode(line.msg), line.t))
  }

  #print({ t, event, reason, route, opportunity }: FindingEvent): void {
    if (event === 'closed') {
      const printed = this.#printed.get(route.id)
      if (printed !== undefined && reason !== null) this.#out.push(closedLine(t, reason, printed))
      return
    }
    const { id, mode, detectedAt } = opportunity
    const outlook = priorOutlook({ id, mode, openSince: detectedAt }, opportunity, t)
    const row = presentRow(opportunity, { source: 'replay', state: 'LIVE', time: t, ages: opportunity, outlook })
    const evidence = presentEvidence(opportunity)
    this.#printed.set(route.id, { row, evidence })
    this.#out.push(JSON.stringify({ t, event, mode: row.mode, row, evidence }))
  }
}

/** A book as one JSON text (http-and-settings.md, Replay); `instrument` states the size of its contracts. */
export function bookLine(slot: BookSlot, instrument: Instrument | undefined): string {
  const unit = slot.sizeUnit
  const contractSize = unit === 'contracts' ? (instrument?.contractSize ?? null) : null
  const state = slot.validity
  return JSON.stringify({
    exchange: slot.exchange,
    market: slot.market,
    symbol: slot.symbol,
    frames: slot.frames,
    gaps: slot.sequenceGaps,
    checksums_ok: slot.checksumMatches,
    checksums_bad: slot.checksumMismatches,
    resyncs: slot.resyncs,
    state,
    ...(unit !== 'base' && contractSize === null ? { unit: 'contracts' } : {}),
    bids: state === 'LIVE' ? bestLevels(slot, 'bids', contractSize) : [],
    asks: state === 'LIVE' ? bestLevels(slot, 'asks', contractSize) : [],
  })
}

function closedLine(t: number, reason: string, { row, evidence }: PrintedRow): string {
  const closed = { ...row, state: 'CLOSED', updated_at: new Date(t).toISOString() }
  return JSON.stringify({ t, event: 'closed', reason, mode: row.mode, row: closed, evidence })
}

function bestLevels(slot: BookSlot, side: 'bids' | 'asks', contractSize: Decimal | null): [string, string][] {
  const { book } = slot
  const levels = book[side]
  return Array.from({ length: Math.min(levels.count, BOOKS_DEPTH) }, (_, rank) => {
    const price = { mantissa: BigInt(levels.priceAt(rank)), decimals: book.priceDecimals }
    const size = { mantissa: levels.exactSizeAt(rank), decimals: book.sizeDecimals }
    const units =
      contractSize === null ? decimalText(size) : exactText(multiply(ofDecimal(size), ofDecimal(trimmed(contractSize))))
    return [decimalText(price), units]
  })
}

/** Finds the exchange of each line; lines of no known exchange only move the clock. */
function recognise(lines: readonly RecordedLine[], protocols: readonly ExchangeProtocol[]) {
  const known = new Map<string, { protocol: ExchangeProtocol; endpoint: Endpoint } | null>()
  return lines.map(({ t, url, dir, msg }) => {
    if (!known.has(url)) known.set(url, place(url, protocols))
    const found = known.get(url) ?? null
    return { t, line: found === null ? null : { t, dir, msg, ...found } }
  })
}

function place(url: string, protocols: readonly ExchangeProtocol[]) {
  if (!URL.canParse(url)) return null
  const parsed = new URL(url)
  for (const protocol of protocols) {
    const endpoint = protocol.endpoint(parsed)
    if (endpoint !== null) return { protocol, endpoint }
  }
  return null
}

type Channels = ReadonlyMap<string, ReadonlySet<string>>
const nameOf = (exchange: ExchangeId, market: MarketKind, symbol: string) => `${exchange} ${market} ${symbol}`

/** First pass: the channels of each instrument in the input. */
function sightings(lines: readonly { readonly line: Line | null }[]): Channels {
  const channels = new Map<string, Set<string>>()
  for (const { line } of lines) {
    if (line === null || line.dir === 'out') continue
    for (const { market, symbol, channel } of line.protocol.sightings(line.endpoint, line.msg)) {
      const name = nameOf(line.protocol.exchange, market, symbol)
      const seen = channels.get(name)
      if (seen === undefined) channels.set(name, new Set([channel]))
      else seen.add(channel)
    }
  }
  return channels
}

type Lists = { readonly instruments: readonly Instrument[]; readonly lines: readonly Line[] }

/** First pass: the instrument lists in the input, of which the last list wins, and the lines that hold them. */
function listed(lines: readonly { readonly line: Line | null }[]): Lists {
  const found = new Map<string, Instrument>()
  const readers = new Map<ExchangeId, ExchangeReader>()
  const withLists = new Set<Line>()
  let current: Line | null = null
  for (const { line } of lines) {
    if (line === null || line.dir === 'out') continue
    current = line
    const { protocol } = line
    let reader = readers.get(protocol.exchange)
    if (reader === undefined) {
      reader = protocol.reader({
        slot: () => null,
        touched: ignore,
        lost: ignore,
        control: ignore,
        refused: ignore,
        fact: ignore,
        instruments: (exchange, market, list) => {
          for (const one of list) found.set(nameOf(exchange, market, one.symbol), one)
          if (current !== null) withLists.add(current)
        },
      })
      readers.set(protocol.exchange, reader)
    }
    reader.read(line.endpoint, utf8.encode(line.msg), line.t)
  }
  return { instruments: [...found.values()], lines: [...withLists] }
}

function openSlot(
  protocols: readonly ExchangeProtocol[],
  channels: Channels,
  exchange: ExchangeId,
  market: MarketKind,
  symbol: string,
): BookSlot | null {
  const protocol = protocols.find((one) => one.exchange === exchange)
  const seen = channels.get(nameOf(exchange, market, symbol))
  const chosen = seen === undefined ? null : (protocol?.choose(seen) ?? null)
  if (protocol === undefined || chosen === null) return null
  const slot = new BookSlot(exchange, market, symbol, { ...chosen, sizeUnit: protocol.sizeUnit(market, symbol) })
  slot.channel = chosen.channel
  return slot
}

function compareTexts(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < a.length; at++) {
    const left = a[at] as string
    const right = b[at] as string
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}
