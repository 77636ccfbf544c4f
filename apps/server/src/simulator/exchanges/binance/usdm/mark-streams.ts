import type { Perpetual } from '../../../market/perpetual.ts'
import type { Context } from '../../../wire/front.ts'
import type { Reader } from '../sessions.ts'
import { markText, rateText } from './prints.ts'
import type { UsdmRest } from './usdm-rest.ts'
import type { UsdmStream } from './usdm-streams.ts'

type MarkStream = Extract<UsdmStream, { kind: 'mark' }>

interface Subscription {
  readonly stream: MarkStream
  readonly readers: Set<Reader>
}

/** Mark prices and running funding rates, every second or every three. */
export class MarkStreams {
  readonly #context: Context
  readonly #rest: UsdmRest
  readonly #subscriptions = new Map<string, Subscription>()

  constructor(context: Context, rest: UsdmRest) {
    this.#context = context
    this.#rest = rest
  }

  subscribe(reader: Reader, name: string, stream: MarkStream): void {
    const known = this.#subscriptions.get(name)
    if (known) known.readers.add(reader)
    else this.#subscriptions.set(name, { stream, readers: new Set([reader]) })
  }

  unsubscribe(reader: Reader, name: string): void {
    this.#subscriptions.get(name)?.readers.delete(reader)
  }

  drop(reader: Reader): void {
    for (const { readers } of this.#subscriptions.values()) readers.delete(reader)
  }

  second(nowMs: number): void {
    const second = Math.floor(nowMs / 1_000)
    for (const [name, { stream, readers }] of this.#subscriptions) {
      if (readers.size === 0 || second % stream.everySeconds !== 0) continue
      if (stream.market) this.#one(name, stream.market, readers)
      else this.#all(name, readers)
    }
  }

  #one(name: string, market: Perpetual, readers: ReadonlySet<Reader>): void {
    if (market.state !== 'delisted') this.#send(name, this.#event(market), readers, market.listing.symbol)
  }

  /**
   * The array of all marks, with coin-margined contracts among them (`st` 2). Perpetuals on other goods come in a
   * second array.
   */
  #all(name: string, readers: ReadonlySet<Reader>): void {
    const events = this.#rest.listed.filter((one) => !this.#isStruck(one)).map((one) => this.#event(one))
    const now = this.#context.wall('binance')
    const foreign = (symbol: string, st: number) =>
      `{"e":"markPriceUpdate","E":${now},"s":"${symbol}","p":"4052.31000000","ap":"4052.30000000","P":"4051.90000000","i":"4052.10000000","r":"0.00010000","T":${now + 3_600_000},"st":${st}}`
    this.#send(name, `[${[...events, foreign('BTCUSD_PERP', 2)].join(',')}]`, readers)
    this.#send(name, `[${foreign('XAUUSDT', 1)}]`, readers)
  }

  /** Whether a fault leaves this market's entry out of the array. */
  #isStruck({ listing }: Perpetual): boolean {
    const { injector } = this.#context
    return (['silent-marks', 'silent'] as const).some((kind) => {
      const live = injector.isQuiet ? undefined : injector.holding(kind, 'binance', listing.symbol)
      if (live?.fault.symbol === undefined) return false
      injector.record(live)
      return true
    })
  }

  #event(market: Perpetual): string {
    const { id, symbol } = market.listing
    const now = this.#context.wall('binance', symbol)
    const { rate, nextAt } = market.fundingAt(now)
    const mark = markText(market, market.markTicks)
    const index = markText(market, market.indexTicks)
    return `{"e":"markPriceUpdate","E":${now},"s":"${id}","p":"${mark}","ap":"${mark}","P":"${index}","i":"${index}","r":"${rateText(rate)}","T":${nextAt},"st":1}`
  }

  #send(name: string, text: string, readers: ReadonlySet<Reader>, symbol?: string): void {
    const wrapped = `{"stream":"${name}","data":${text}}`
    const facts = symbol === undefined ? {} : { symbol }
    for (const reader of readers) reader.connection.fact(reader.combined ? wrapped : text, facts)
  }
}
