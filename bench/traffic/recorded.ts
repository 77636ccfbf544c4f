import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXCHANGES, type ExchangeId, type Instrument } from '@makas/domain'
import { PROTOCOLS } from '../../apps/server/src/adapters/exchanges/protocols.ts'
import { identify } from '../../apps/server/src/app/market/legs/identify.ts'
import type { Endpoint, ExchangeProtocol } from '../../apps/server/src/app/ports/market/exchange-reader.ts'
import { parseRecording } from '../../apps/server/src/app/replay/recording.ts'
import { type BenchBook, type BenchFrame, roundRobin, type Traffic } from './frame.ts'

/** Fewest frames of a recording that is used; a shorter recording is a sample. */
const LEAST_FRAMES = 40
const LAST_UPDATE = /"lastUpdateId":(\d+)/
const EVENT_LAST = /"u":(\d+)/
const ignore = () => undefined

/** Frames of one book in one file, from its first snapshot on. */
export type Pass = { readonly exchange: ExchangeId; readonly book: BenchBook; readonly frames: readonly BenchFrame[] }
type Text = { readonly endpoint: Endpoint; readonly msg: string; readonly channel: string }

/** The longest recording of each spot book, and all instruments of the recorded lists. */
export function recordedPasses(folder: string): {
  readonly longest: readonly Pass[]
  readonly instruments: readonly Instrument[]
} {
  const passes: Pass[] = []
  const instruments: Instrument[] = []
  for (const protocol of PROTOCOLS) {
    const own = join(folder, protocol.exchange)
    for (const name of readdirSync(own).sort()) {
      if (!name.endsWith('.jsonl') || name.startsWith('samples')) continue
      const path = join(own, name)
      read(protocol, path, readFileSync(path, 'utf8'), passes, instruments)
    }
  }
  const longest = passes.filter((pass) => passes.every((other) => other === pass || !isLonger(other, pass)))
  return { longest, instruments }
}

/**
 * Recorded spot book frames of the four exchanges, `perExchange` of each, in turns; a shorter recording starts over
 * from its snapshot. Null where an exchange has none.
 */
export function recordedTraffic(folder: string, perExchange: number): Traffic | null {
  const { longest, instruments } = recordedPasses(folder)
  const streams = EXCHANGES.map((exchange) => looped(longest, exchange, perExchange))
  if (streams.some((frames) => frames.length < perExchange)) return null
  return {
    name: 'recorded',
    books: longest.map(({ book }) => book),
    instruments,
    identify,
    setup: [],
    frames: roundRobin(streams),
  }
}

/** Whether `a` is the longer one of two recordings of one book, whose depths may differ. */
function isLonger(a: Pass, b: Pass): boolean {
  const isSameBook = a.exchange === b.exchange && a.book.symbol === b.book.symbol
  return isSameBook && a.frames.length > b.frames.length
}

function read(protocol: ExchangeProtocol, path: string, text: string, passes: Pass[], instruments: Instrument[]): void {
  const reader = protocol.reader({
    slot: () => null,
    touched: ignore,
    lost: ignore,
    control: ignore,
    fact: ignore,
    refused: ignore,
    instruments: (_, market, list) => {
      if (market === 'spot') instruments.push(...list)
    },
  })
  const texts = new Map<string, Text[]>()
  // By URL of a connection: the endpoint that all its frames share.
  const places = new Map<string, Endpoint | null>()
  for (const { url, dir, msg } of parseRecording(path, text)) {
    if (!places.has(url)) places.set(url, URL.canParse(url) ? protocol.endpoint(new URL(url)) : null)
    const endpoint = dir === 'in' ? (places.get(url) ?? null) : null
    if (endpoint === null || endpoint.market !== 'spot') continue
    const seen = protocol.sightings(endpoint, msg).filter(({ market }) => market === 'spot')
    if (seen.length === 0) reader.read(endpoint, Buffer.from(msg), 0)
    for (const { symbol, channel } of seen) {
      if (msg.includes('"method":') || msg.includes('"event":')) continue
      const known = texts.get(symbol)
      if (known === undefined) texts.set(symbol, [{ endpoint, msg, channel }])
      else known.push({ endpoint, msg, channel })
    }
  }
  for (const [symbol, list] of texts) {
    const pass = makePass(protocol, symbol, list)
    if (pass !== null) passes.push(pass)
  }
}

function makePass(protocol: ExchangeProtocol, symbol: string, list: readonly Text[]): Pass | null {
  const options = protocol.choose(new Set(list.map(({ channel }) => channel)))
  const start = list.findIndex(({ msg }) => LAST_UPDATE.test(msg) || msg.includes('"snapshot"'))
  const first = list[start]
  if (options === null || first === undefined || list.length < LEAST_FRAMES) return null
  const id = LAST_UPDATE.exec(first.msg)?.[1]
  // Binance's REST snapshot may already contain changes that stand before or after it: they are left out.
  const later =
    id === undefined
      ? list.slice(start + 1)
      : list.filter(({ msg }) => Number(EVENT_LAST.exec(msg)?.[1] ?? 0) > Number(id))
  const { exchange } = protocol
  const frames = [first, ...later].map(({ endpoint, msg }, index) => ({
    exchange,
    endpoint,
    symbol,
    bytes: Buffer.from(msg),
    fresh: index === 0,
  }))
  return { exchange, book: { exchange, symbol, options }, frames }
}

function looped(passes: readonly Pass[], exchange: ExchangeId, count: number): BenchFrame[] {
  const own = passes.filter((pass) => pass.exchange === exchange)
  const stream: BenchFrame[] = []
  while (own.length > 0 && stream.length < count) for (const { frames } of own) stream.push(...frames)
  return stream.slice(0, count)
}
