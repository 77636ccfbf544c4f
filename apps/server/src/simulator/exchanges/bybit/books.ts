import { wallMs } from '../../clock.ts'
import type { Instrument } from '../../market/instrument.ts'
import { BookBoard } from '../../wire/book-board.ts'
import { bestFacts, flushBooks } from '../../wire/book-frames.ts'
import type { BookView, Change } from '../../wire/book-view.ts'
import type { Connection } from '../../wire/connection.ts'
import type { Context } from '../../wire/front.ts'
import { levelsText, priceText, sizeText } from './prints.ts'

const REPEAT_MS = 3_000
/** Depth → cadence (docs: order book stream). */
const CADENCE_MS: Readonly<Record<string, number>> = { '1': 10, '50': 20, '200': 100, '1000': 200 }

/** The book topics of one category. `u` counts up by one in each depth of each symbol. */
export class BybitBooks {
  readonly #context: Context
  readonly #market: (id: string) => Instrument | undefined
  readonly #board = new BookBoard<Connection>()

  /** `market`: finds a market of the category. */
  constructor(context: Context, market: (id: string) => Instrument | undefined) {
    this.#context = context
    this.#market = market
  }

  /** The market of a book topic, or undefined. */
  marketOf(topic: string): Instrument | undefined {
    const [, depth = '', id = ''] = /^orderbook\.(\d+)\.(\w+)$/.exec(topic) ?? []
    return CADENCE_MS[depth] === undefined ? undefined : this.#market(id)
  }

  subscribe(connection: Connection, topic: string): void {
    const market = this.marketOf(topic)
    if (!market) return
    const [, depth = ''] = topic.split('.')
    const view = this.#board.of(market, topic, Number(depth), CADENCE_MS[depth] ?? 0)
    if (view.readers.size === 0) {
      if (view.id === 0) view.id = market.updateId % 10_000_000
      view.refresh(true)
      view.id += 1
    }
    view.readers.add(connection)
    if (market.state === 'trading')
      connection.data(this.#frame(view, 'snapshot', view), bestFacts(view, priceText, sizeText))
  }

  unsubscribe(connection: Connection, topic: string): void {
    this.#board.find(topic)?.readers.delete(connection)
  }

  drop(connection: Connection): void {
    this.#board.drop(connection)
  }

  changed(instrument: Instrument): void {
    this.#board.changed(instrument)
  }

  flush(marketMs: number): void {
    const { injector } = this.#context
    const send = (view: BookView<Connection>, change: Change) => {
      view.id += 1
      this.#send(view, view.depth === 1 ? 'snapshot' : 'delta', change)
    }
    flushBooks(this.#context, marketMs, {
      exchange: 'bybit',
      board: this.#board,
      sendsFallen: true,
      send: (view, change) => {
        const { symbol } = view.instrument.listing
        if (injector.isQuiet || view.depth === 1 || !injector.strikes('service-restart', 'bybit', symbol))
          return send(view, view.depth === 1 ? view : change)
        view.id = 1
        this.#send(view, 'snapshot', view)
        return false
      },
      repeat: send,
    })
  }

  /** Sends level 1 again, with the same `u`, where it has not changed for three seconds. */
  repeat(marketMs: number): void {
    for (const view of this.#board.all()) {
      if (view.depth !== 1 || view.readers.size === 0 || marketMs - view.sentAtMs < REPEAT_MS) continue
      if (view.instrument.state !== 'trading') continue
      view.sentAtMs = marketMs
      this.#send(view, 'snapshot', view)
    }
  }

  /** A delisted symbol sends `u` = 1 and empty sides. A relisted symbol starts again with `u` = 1. */
  relisted(instrument: Instrument): void {
    if (instrument.state === 'halted') return
    for (const view of this.#board.viewsOf(instrument)) {
      if (instrument.state === 'trading') view.refresh(true)
      else {
        view.bids = { keys: [], lots: [] }
        view.asks = { keys: [], lots: [] }
      }
      view.id = 1
      this.#send(view, 'snapshot', view)
    }
  }

  #send(view: BookView<Connection>, type: 'snapshot' | 'delta', change: Change): void {
    const text = this.#frame(view, type, change)
    for (const connection of view.readers) connection.data(text, bestFacts(view, priceText, sizeText))
  }

  #frame(view: BookView<Connection>, type: 'snapshot' | 'delta', change: Change): string {
    const { listing, updateId } = view.instrument
    const ts = this.#context.wall('bybit', listing.symbol)
    const b = levelsText(listing, change.bids)
    const a = levelsText(listing, change.asks)
    // The categories print these fields in different orders (docs/exchanges/bybit.md).
    const head = listing.kind === 'spot' ? `"ts":${ts},"type":"${type}"` : `"type":"${type}","ts":${ts}`
    return `{"topic":"${view.name}",${head},"data":{"s":"${listing.id}","b":${b},"a":${a},"u":${view.id},"seq":${crossSequence(updateId)}},"cts":${matchedAt(view.instrument, ts)}}`
  }
}

/** `seq` and `cs`: one sequence for all depths. */
export const crossSequence = (updateId: number): number => 70_000_000_000 + updateId

/** The matching engine's timestamp of the last book change, in the exchange's shown clock (ms). */
export const matchedAt = ({ changedAt }: Instrument, toldNow: number): number =>
  changedAt === 0 ? toldNow : Math.min(toldNow, changedAt + toldNow - wallMs())
