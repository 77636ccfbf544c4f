import type { PlainListing } from './plain-listings.ts'
import { type Fraction, fraction, less, times, whole, ZERO } from './plain-numbers.ts'
import { PlainPerp } from './plain-perp.ts'
import {
  count,
  type Exchange,
  list,
  type ObjectValue,
  type Place,
  parse,
  Sent,
  text,
  thing,
  type Value,
} from './plain-wire.ts'

const HOUR_MS = 3_600_000

/** A number as text, whether sent as number or string; null where it is missing or empty. */
const number = (value: Value | undefined): string | null => (value instanceof Sent ? value.text : text(value) || null)
/** Epoch ms, whether sent as number or string; null where it is missing or zero. */
const time = (value: Value | undefined): number | null => Number(number(value) ?? 0) || null

/** All facts of perpetuals in the recorded texts beside their books, read by the exchanges' documents. */
export class PlainKnowledge {
  readonly #listings: ReadonlyMap<string, PlainListing>
  readonly #perps = new Map<string, PlainPerp>()
  readonly #borrow = new Map<string, Fraction>()
  /** Binance: hours of the perpetuals whose interval is not eight; null where an entry does not state them. */
  #binanceHours: ReadonlyMap<string, number | null> | null = null
  /** Bybit: the last mark of each ticker, which holds for changes without one. */
  readonly #bybitMarks = new Map<string, string>()

  constructor(listings: ReadonlyMap<string, PlainListing>) {
    this.#listings = listings
    for (const { exchange, market, symbol, interval, tiers } of listings.values()) {
      if (market !== 'perp') continue
      const perp = this.perp(exchange, symbol)
      perp.interval = interval
      perp.tiers = tiers
    }
  }

  perp(exchange: Exchange, symbol: string): PlainPerp {
    const name = `${exchange} ${symbol}`
    let known = this.#perps.get(name)
    if (known === undefined) {
      known = new PlainPerp()
      this.#perps.set(name, known)
      if (exchange === 'binance') known.interval = this.#binanceInterval(symbol)
    }
    return known
  }

  /** Borrow rate, a fraction per year, by the exchange's own name of the coin; null while unknown. */
  borrow(exchange: Exchange, ticker: string): Fraction | null {
    return this.#borrow.get(`${exchange} ${ticker}`) ?? null
  }

  read(place: Place, msg: string, now: number): void {
    if (place.exchange === 'bybit') this.#bybit(place, msg, now)
    else if (place.exchange === 'okx') this.#okx(place, thing(parse(msg)), now)
    else if (place.market === 'spot') return
    else if (place.exchange === 'binance') this.#binance(place, parse(msg), now)
    else this.#kraken(place, thing(parse(msg)), now)
  }

  #mark(exchange: Exchange, symbol: string | null, mark: Value | undefined, time: number): void {
    const price = number(mark)
    if (symbol !== null && price !== null) this.perp(exchange, symbol).mark = { text: price, time }
  }

  #paid(exchange: Exchange, symbol: Value | undefined, at: number | null, rate: string | null): void {
    if (at !== null && rate !== null) this.perp(exchange, text(symbol) ?? '').settled(at, rate)
  }

  #binance({ isRest, path }: Place, body: Value | undefined, now: number): void {
    const ticker = (
      symbol: Value | undefined,
      mark: Value | undefined,
      rate: Value | undefined,
      next: number | null,
    ) => {
      this.#mark('binance', text(symbol), mark, now)
      if (next !== null) this.perp('binance', text(symbol) ?? '').ticker(number(rate), next, now)
    }
    const each = (value: Value | undefined) => (Array.isArray(value) ? value : [value]).map(thing)
    if (!isRest) {
      for (const one of each(thing(body).stream === undefined ? body : thing(body).data)) {
        // The array of all symbols contains coin-margined ones, too.
        const isOurs = one.e === 'markPriceUpdate' && count(one.st) !== 2
        if (isOurs) ticker(one.s, one.p, one.r, time(one.T))
      }
    } else if (path.endsWith('/premiumIndex')) {
      for (const one of each(body)) ticker(one.symbol, one.markPrice, one.lastFundingRate, time(one.nextFundingTime))
    } else if (path.endsWith('/fundingRate')) {
      for (const one of list(body).map(thing)) {
        this.#paid('binance', one.symbol, time(one.fundingTime), number(one.fundingRate))
      }
    } else if (path.endsWith('/fundingInfo')) {
      const entries = list(body).map(thing)
      this.#binanceHours = new Map(entries.map((one) => [text(one.symbol) ?? '', count(one.fundingIntervalHours)]))
      for (const [name, perp] of this.#perps) {
        const [exchange, symbol = ''] = name.split(' ')
        if (exchange === 'binance') perp.interval = this.#binanceInterval(symbol)
      }
    }
  }

  #binanceInterval(symbol: string): number | null {
    const hours = this.#binanceHours?.get(symbol)
    return this.#binanceHours !== null && hours === undefined ? 8 : (hours ?? null)
  }

  #okx({ isRest, path, query }: Place, body: ObjectValue, now: number): void {
    const name = isRest ? /^\/api\/v5\/public\/(.+)$/.exec(path)?.[1] : text(thing(body.arg).channel)
    const data = list(body.data).map(thing)
    if (name === 'mark-price') for (const one of data) this.#mark('okx', text(one.instId), one.markPx, now)
    else if (name === 'funding-rate') for (const one of data) this.#okxFunding(one, now)
    else if (name === 'funding-rate-history') {
      for (const one of data) {
        const rate = number(one.realizedRate) ?? number(one.fundingRate)
        this.#paid('okx', one.instId, time(one.fundingTime), rate)
      }
    } else if (name === 'position-tiers' && query.get('tdMode') !== 'cross') this.#okxTiers(data)
    else if (name === 'interest-rate-loan-quota') {
      this.#forgetBorrow('okx')
      for (const one of data.flatMap(({ basic }) => list(basic)).map(thing)) {
        this.#borrow.set(`okx ${text(one.ccy)}`, times(fraction(number(one.rate) ?? ''), whole(365n)))
      }
    }
  }

  /** Each list is whole: what it does not name is not lent. */
  #forgetBorrow(exchange: Exchange): void {
    for (const name of [...this.#borrow.keys()]) if (name.startsWith(`${exchange} `)) this.#borrow.delete(name)
  }

  /** `settFundingRate` is of the payment under way (`processing`), else of the one before `fundingTime`. */
  #okxFunding(one: ObjectValue, now: number): void {
    const [symbol, at, next] = [text(one.instId) ?? '', time(one.fundingTime), time(one.nextFundingTime)]
    if (!symbol.endsWith('-SWAP') || at === null) return
    const perp = this.perp('okx', symbol)
    const asOf = time(one.ts) ?? now
    const before = time(one.prevFundingTime) ?? (asOf >= at || next === null ? null : at - (next - at))
    const settledAt = one.settState === 'processing' && at - asOf <= 60_000 ? at : before
    this.#paid('okx', symbol, settledAt, number(one.settFundingRate))
    perp.interval = next === null ? null : (next - at) / HOUR_MS
    perp.ticker(number(one.fundingRate), at, now)
  }

  /** Tiers end at a number of contracts; each begins where the one before ends. */
  #okxTiers(data: readonly ObjectValue[]): void {
    const families = new Set(data.map(({ instFamily }) => text(instFamily) ?? ''))
    for (const family of families) {
      const contract = this.#listings.get(`okx perp ${family}-SWAP`)?.contractSize ?? null
      if (contract === null) continue
      const tiers = data
        .filter(({ instFamily }) => instFamily === family)
        .sort((a, b) => Number(number(a.tier)) - Number(number(b.tier)))
      const ends = tiers.map(({ maxSz }) => times(fraction(number(maxSz) ?? ''), fraction(contract)))
      const rows = tiers.map(({ mmr }, rank) => [ends[rank - 1] ?? ZERO, number(mmr) ?? ''] as const)
      this.perp('okx', `${family}-SWAP`).tiers = { by: 'base', rows }
    }
  }

  #bybit({ market, isRest, path }: Place, msg: string, now: number): void {
    const body = thing(parse(msg))
    if (isRest) this.#bybitRest(path, thing(body.result), now)
    else if (market === 'perp') {
      const symbol = /"topic":\s*"tickers\.([^"]+)"/.exec(msg)?.[1]
      if (symbol !== undefined) this.#bybitTicker(symbol, body.type === 'snapshot', body.data, now)
    }
  }

  #bybitRest(path: string, result: ObjectValue, now: number): void {
    const all = list(result.list).map(thing)
    if (path.endsWith('/market/tickers') && result.category === 'linear') {
      for (const one of all) this.#bybitFacts(text(one.symbol) ?? '', one, one.markPrice, now)
    } else if (path.endsWith('/funding/history')) {
      for (const one of all) this.#paid('bybit', one.symbol, time(one.fundingRateTimestamp), number(one.fundingRate))
    } else if (path.endsWith('/risk-limit')) this.#bybitTiers(all)
    else if (path.endsWith('/spot-margin-trade/data')) {
      this.#forgetBorrow('bybit')
      const level = list(result.vipCoinList)
        .map(thing)
        .find(({ vipLevel }) => vipLevel === 'No VIP')
      for (const one of list(level?.list).map(thing)) {
        const hourly = number(one.hourlyBorrowRate)
        if (hourly !== null && one.borrowable !== false)
          this.#borrow.set(`bybit ${text(one.currency)}`, times(fraction(hourly), whole(8_760n)))
      }
    }
  }

  /** Fields missing in a change keep their values; after an unreadable text all are unknown. */
  #bybitTicker(symbol: string, isWhole: boolean, data: Value | undefined, now: number): void {
    const fields = thing(data)
    if (data === undefined || isWhole) this.#bybitMarks.delete(symbol)
    if (data === undefined) return
    const mark = number(fields.markPrice) ?? this.#bybitMarks.get(symbol) ?? null
    if (mark !== null) this.#bybitMarks.set(symbol, mark)
    this.#bybitFacts(symbol, fields, mark ?? undefined, now)
  }

  #bybitFacts(symbol: string, fields: ObjectValue, mark: Value | undefined, now: number): void {
    this.#mark('bybit', symbol, mark, now)
    const perp = this.perp('bybit', symbol)
    const { fundingIntervalHour: hours } = fields
    if (hours !== undefined) perp.interval = Number(number(hours) ?? 0) || null
    perp.ticker(number(fields.fundingRate), time(fields.nextFundingTime), now)
  }

  /** A tier ends at its `riskLimitValue`, a notional. */
  #bybitTiers(all: readonly ObjectValue[]): void {
    for (const symbol of new Set(all.map((one) => text(one.symbol) ?? ''))) {
      const ends = all
        .filter((one) => one.symbol === symbol)
        .map((one) => [fraction(number(one.riskLimitValue) ?? ''), number(one.maintenanceMargin) ?? ''] as const)
        .sort(([a], [b]) => (less(a, b) ? -1 : 1))
      const rows = ends.map(([, mmr], rank) => [ends[rank - 1]?.[0] ?? ZERO, mmr] as const)
      this.perp('bybit', symbol).tiers = { by: 'notional', rows }
    }
  }

  #kraken({ isRest, path, query }: Place, body: ObjectValue, now: number): void {
    if (isRest && path.endsWith('/tickers')) {
      // These rates are absolute amounts, and there is no next time.
      for (const one of list(body.tickers).map(thing)) {
        this.#mark('kraken', (text(one.symbol) ?? '').toUpperCase(), one.markPrice, now)
      }
    } else if (isRest && /historical-?funding-?rates$/.test(path)) {
      for (const one of list(body.rates).map(thing)) {
        const symbol = (query.get('symbol') ?? '').toUpperCase()
        this.#paid('kraken', symbol, Date.parse(text(one.timestamp) ?? ''), number(one.relativeFundingRate))
      }
    } else if (!isRest && body.feed === 'ticker') {
      const symbol = text(body.product_id) ?? ''
      if (!symbol.startsWith('PF_')) return
      this.#mark('kraken', symbol, body.markPrice, now)
      // A ticker is always complete, and leaves out a rate of zero.
      const rate = number(body.relative_funding_rate) ?? '0'
      this.perp('kraken', symbol).ticker(rate, time(body.next_funding_rate_time), now)
    }
  }
}
