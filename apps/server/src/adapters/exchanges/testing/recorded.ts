import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BookSlot, type MarketKind } from '@makas/domain'
import type {
  ControlEvent,
  Endpoint,
  ExchangeProtocol,
  PerpFact,
  ReaderSink,
} from '../../../app/ports/market/exchange-reader.ts'

export type Line = { readonly t: number; readonly url: string; readonly dir: 'in' | 'out'; readonly msg: string }

/** Folder of the recorded frames; null: tests that need them are skipped. */
export const CAPTURES = process.env.CAPTURES_DIR ?? null

export function recorded(file: string): Line[] {
  if (CAPTURES === null) throw new Error('CAPTURES_DIR is not set')
  let t = 0
  const lines: Line[] = []
  for (const raw of readFileSync(join(CAPTURES, file), 'utf8').split('\n')) {
    if (raw === '') continue
    const line: Line & { t: number | null } = JSON.parse(raw)
    t = Math.max(t, line.t ?? 0)
    lines.push({ ...line, t })
  }
  return lines
}

export type ReaderEvent =
  | { readonly kind: 'touched' | 'instruments'; readonly symbol: string }
  | { readonly kind: 'lost'; readonly symbol: string; readonly reason: string }
  | { readonly kind: 'control'; readonly event: ControlEvent }
  | { readonly kind: 'refused'; readonly why: string }

/** A reader with a recording sink: its books and all its reports. */
export class ReaderRig {
  readonly protocol: ExchangeProtocol
  readonly slots = new Map<string, BookSlot>()
  readonly instruments = new Map<string, Parameters<ReaderSink['instruments']>[2]>()
  told: ReaderEvent[] = []
  /** The `isTopMoved` of the last touched book; undefined: unknown, or no book was touched. */
  isTopMoved: boolean | undefined = undefined
  /** Facts reported since the last call of `learned`. */
  facts: PerpFact[] = []
  readonly #reader

  constructor(protocol: ExchangeProtocol) {
    this.protocol = protocol
    this.#reader = protocol.reader({
      slot: (market, symbol) => this.slots.get(`${market} ${symbol}`) ?? null,
      touched: (slot, isTopMoved) => {
        this.told.push({ kind: 'touched', symbol: slot.symbol })
        this.isTopMoved = isTopMoved
      },
      lost: (slot, reason) => this.told.push({ kind: 'lost', symbol: slot.symbol, reason }),
      instruments: (_exchange, market, list, complete) => {
        this.instruments.set(market, list)
        this.told.push({ kind: 'instruments', symbol: `${market} ${complete}` })
      },
      control: (_endpoint, event) => this.told.push({ kind: 'control', event }),
      fact: (_exchange, fact) => this.facts.push(fact),
      refused: (_endpoint, why) => this.told.push({ kind: 'refused', why }),
    })
  }

  open(market: MarketKind, symbol: string, channels: readonly string[]): BookSlot {
    const chosen = this.protocol.choose(new Set(channels))
    if (chosen === null) throw new Error(`no channel among ${channels.join()}`)
    const slot = new BookSlot(this.protocol.exchange, market, symbol, chosen)
    slot.channel = chosen.channel
    this.slots.set(`${market} ${symbol}`, slot)
    return slot
  }

  at(url: string): Endpoint {
    const endpoint = this.protocol.endpoint(new URL(url))
    if (endpoint === null) throw new Error(`not an url of ${this.protocol.exchange}: ${url}`)
    return endpoint
  }

  read(url: string, message: unknown, now = 0): void {
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    this.#reader.read(this.at(url), new TextEncoder().encode(text), now)
  }

  readBytes(url: string, bytes: Uint8Array, now = 0): void {
    this.#reader.read(this.at(url), bytes, now)
  }

  sent(url: string, message: unknown): void {
    this.#reader.sent?.(this.at(url), JSON.stringify(message))
  }

  forget(slot: BookSlot): void {
    this.#reader.forget(slot)
  }

  /** Opens the deepest book of every instrument in the lines. */
  openAll(lines: readonly Line[]): void {
    const seen = new Map<string, [MarketKind, string, Set<string>]>()
    for (const { url, dir, msg } of lines) {
      const endpoint = dir === 'in' ? this.protocol.endpoint(new URL(url)) : null
      for (const { market, symbol, channel } of endpoint === null ? [] : this.protocol.sightings(endpoint, msg)) {
        const entry = seen.get(`${market} ${symbol}`) ?? [market, symbol, new Set<string>()]
        entry[2].add(channel)
        seen.set(`${market} ${symbol}`, entry)
      }
    }
    for (const [market, symbol, channels] of seen.values()) this.open(market, symbol, [...channels])
  }

  /** Opens the deepest book of every instrument in the lines, and reads all lines. */
  replay(lines: readonly Line[]): void {
    this.openAll(lines)
    for (const { url, dir, msg, t } of lines) {
      if (this.protocol.endpoint(new URL(url)) === null) continue
      if (dir === 'out') this.#reader.sent?.(this.at(url), msg)
      else this.read(url, msg, t)
    }
  }

  /** The facts reported since the last call. */
  learned(): PerpFact[] {
    const { facts } = this
    this.facts = []
    return facts
  }

  /** The reader's reports since the last call. */
  heard(): ReaderEvent[] {
    const told = this.told
    this.told = []
    return told
  }
}

/** The levels of a book, best first, as shortest decimal texts. */
export function levelsOf(slot: BookSlot): { bids: string[][]; asks: string[][] } {
  const { book } = slot
  const side = (from: typeof book.bids) =>
    Array.from({ length: from.count }, (_, rank) => [
      shortest(BigInt(from.priceAt(rank)), book.priceDecimals),
      shortest(from.exactSizeAt(rank), book.sizeDecimals),
    ])
  return { bids: side(book.bids), asks: side(book.asks) }
}

function shortest(mantissa: bigint, decimals: number): string {
  const digits = String(mantissa).padStart(decimals + 1, '0')
  return withoutZeros(decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`)
}

export function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/**
 * A book kept in the plainest way: texts in a map, sorted whole when asked. Shares nothing with the product, so that
 * one misreading cannot prove itself.
 */
export class PlainBook {
  readonly #sides = { bids: new Map<string, PlainLevel>(), asks: new Map<string, PlainLevel>() }
  readonly #depth: number

  constructor(depth: number) {
    this.#depth = depth
  }

  clear(): void {
    this.#sides.bids.clear()
    this.#sides.asks.clear()
  }

  set(side: 'bids' | 'asks', price: string, size: string): void {
    const level = withoutZeros(price)
    if (/^[0.]+$/.test(size)) this.#sides[side].delete(level)
    else this.#sides[side].set(level, { rank: rankOf(price) * (side === 'bids' ? -1n : 1n), size: withoutZeros(size) })
  }

  /** Drops the worst levels beyond the depth. */
  truncate(): void {
    for (const side of Object.values(this.#sides)) {
      while (side.size > this.#depth) {
        let worst: [string, PlainLevel] | null = null
        for (const entry of side) if (worst === null || entry[1].rank > worst[1].rank) worst = entry
        side.delete(worst?.[0] ?? '')
      }
    }
  }

  levels(): { bids: string[][]; asks: string[][] } {
    const sorted = (side: Map<string, PlainLevel>) =>
      [...side].sort(([, a], [, b]) => (a.rank < b.rank ? -1 : 1)).map(([price, { size }]) => [price, size])
    return { bids: sorted(this.#sides.bids), asks: sorted(this.#sides.asks) }
  }
}

type PlainLevel = { readonly rank: bigint; readonly size: string }

function rankOf(price: string): bigint {
  const [whole = '', fraction = ''] = price.split('.')
  return BigInt(whole + fraction.padEnd(30, '0'))
}
