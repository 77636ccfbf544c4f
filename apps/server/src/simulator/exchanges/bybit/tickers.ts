import { ratioText } from '../../market/decimal-text.ts'
import type { Perpetual } from '../../market/perpetual.ts'
import type { Connection } from '../../wire/connection.ts'
import type { Context } from '../../wire/front.ts'
import { crossSequence } from './books.ts'
import { markText, priceText, rateText, sizeText } from './prints.ts'

const CADENCE_MS = 100
const TOPIC = /^tickers\.(\w+)$/

type Fields = Readonly<Record<string, string>>

interface Ticker {
  readonly market: Perpetual
  readonly readers: Set<Connection>
  /** Fields that the readers have. */
  sent: Fields
  sentAtMs: number
}

/** The ticker of a perpetual, all fields as text. An interval that the exchange does not state is empty. */
export function linearTicker(market: Perpetual, wallMs: number): Fields {
  const { listing, bids, asks, lastPrice } = market
  const { rate, nextAt, statedHours } = market.fundingAt(wallMs)
  const open = Math.round(market.openPrice * 10 ** listing.priceDecimals)
  const price = (ticks: number) => priceText(listing, ticks)
  const size = (lots: number | undefined) => sizeText(listing, lots ?? 0)
  return {
    symbol: listing.id,
    price24hPcnt: ratioText(lastPrice - open, open, 6),
    lastPrice: price(lastPrice),
    prevPrice24h: price(open),
    highPrice24h: price(Math.round(Math.max(open, lastPrice) * 1.01)),
    lowPrice24h: price(Math.round(Math.min(open, lastPrice) * 0.99)),
    markPrice: markText(market, market.markTicks),
    indexPrice: markText(market, market.indexTicks),
    turnover24h: '12500000.0000',
    volume24h: size(Math.round(5_000_000 / (1 + listing.rank)) * 10),
    fundingIntervalHour: statedHours === null ? '' : String(statedHours),
    fundingCap: '0.005',
    nextFundingTime: String(nextAt),
    fundingRate: rateText(rate),
    bid1Price: price(bids.keys[0] ?? 0),
    bid1Size: size(bids.lots[0]),
    ask1Price: price(asks.keys[0] ?? 0),
    ask1Size: size(asks.lots[0]),
    preOpenPrice: '',
    preQty: '',
    curPreListingPhase: '',
  }
}

/** The `tickers` topics of the linear category: a snapshot, then deltas of the changed fields. */
export class LinearTickers {
  readonly #context: Context
  readonly #market: (id: string) => Perpetual | undefined
  readonly #tickers = new Map<string, Ticker>()
  readonly #byIndex = new Map<number, Ticker>()
  readonly #due = new Set<Ticker>()

  constructor(context: Context, market: (id: string) => Perpetual | undefined) {
    this.#context = context
    this.#market = market
  }

  marketOf(topic: string): Perpetual | undefined {
    const [, id = ''] = TOPIC.exec(topic) ?? []
    return this.#market(id)
  }

  subscribe(connection: Connection, topic: string): void {
    const market = this.marketOf(topic)
    if (!market) return
    let ticker = this.#tickers.get(topic)
    if (!ticker) {
      ticker = { market, readers: new Set(), sent: {}, sentAtMs: Number.NEGATIVE_INFINITY }
      this.#tickers.set(topic, ticker)
      this.#byIndex.set(market.index, ticker)
    }
    if (ticker.readers.size === 0) ticker.sent = this.#now(market)
    ticker.readers.add(connection)
    this.#send(ticker, 'snapshot', ticker.sent, [connection])
  }

  unsubscribe(connection: Connection, topic: string): void {
    this.#tickers.get(topic)?.readers.delete(connection)
  }

  drop(connection: Connection): void {
    for (const { readers } of this.#tickers.values()) readers.delete(connection)
  }

  changed(market: Perpetual): void {
    const ticker = this.#byIndex.get(market.index)
    if (ticker && ticker.readers.size > 0) this.#due.add(ticker)
  }

  flush(marketMs: number): void {
    const { injector } = this.#context
    for (const ticker of this.#due) {
      if (marketMs - ticker.sentAtMs < CADENCE_MS) continue
      const { market, sent } = ticker
      // The change stays due during the fault and is sent afterwards: a lost delta would be missing for ever.
      if (!injector.isQuiet && injector.strikes('silent-marks', 'bybit', market.listing.symbol)) continue
      this.#due.delete(ticker)
      if (market.state !== 'trading') continue
      const now = this.#now(market)
      const changed = Object.entries(now).filter(([name, value]) => value !== sent[name])
      if (changed.length === 0) continue
      ticker.sent = now
      ticker.sentAtMs = marketMs
      this.#send(ticker, 'delta', { symbol: market.listing.id, ...Object.fromEntries(changed) }, ticker.readers)
    }
  }

  /** Once a second all tickers are due, also of unchanged books: funding changes without a book. */
  second(): void {
    for (const ticker of this.#tickers.values()) if (ticker.readers.size > 0) this.#due.add(ticker)
  }

  #now(market: Perpetual): Fields {
    return linearTicker(market, this.#context.wall('bybit', market.listing.symbol))
  }

  #send({ market }: Ticker, type: 'snapshot' | 'delta', data: Fields, readers: Iterable<Connection>): void {
    const { id, symbol } = market.listing
    const ts = this.#context.wall('bybit', symbol)
    const text = `{"topic":"tickers.${id}","type":"${type}","data":${JSON.stringify(data)},"cs":${crossSequence(market.updateId)},"ts":${ts}}`
    for (const connection of readers) connection.fact(text, { symbol })
  }
}
