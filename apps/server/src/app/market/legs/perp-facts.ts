import { type Decimal, type ExchangeId, FundingHistory, type Instrument, type TierTable } from '@makas/domain'
import type { PerpFact } from '../../ports/market/exchange-reader.ts'

/** A mark price: quote per unit of the exchange, and the time at which it was received (epoch ms). */
export type Mark = { readonly price: Decimal; readonly time: number }

/** The facts of one perpetual beside its book. */
export class PerpState {
  readonly funding = new FundingHistory()
  mark: Mark | null = null
  index: Decimal | null = null
  /** The newest table, and until when it holds, epoch ms. Read it with `tiersAt`. */
  tiers: { readonly table: TierTable; readonly until: number } | null = null
  /** When the contract is settled for good, epoch ms; Infinity where no end is announced. */
  endsAt = Number.POSITIVE_INFINITY
  /** Called when a fact that screens read has changed. */
  onChanged: () => void = () => undefined
  /**
   * Funding interval of the newest list, hours. It replaces an interval from a stream only when the list changes it.
   */
  listedIntervalHours: number | null = null
  /** Listing time of the contract, epoch ms. */
  #listedAt = 0

  /** Margin tiers at `now` (epoch ms); null while they are unknown, and where the last answer is too old. */
  tiersAt(now: number): TierTable | null {
    return this.tiers !== null && now <= this.tiers.until ? this.tiers.table : null
  }

  /**
   * Takes the contract's listing time, epoch ms. A later time than before belongs to a new contract of the same name.
   */
  listed(at: number): void {
    if (this.#listedAt > 0 && at > this.#listedAt) {
      this.mark = null
      this.index = null
      this.tiers = null
      this.listedIntervalHours = null
    }
    this.#listedAt = Math.max(this.#listedAt, at)
    this.funding.listed(at)
  }
}

export type PerpFactsOptions = {
  /**
   * Yearly borrow rate of an asset (name of the identity table) that replaces the exchange's rate; null: nothing
   * replaces it.
   */
  readonly borrowRate: (exchange: ExchangeId, asset: string) => Decimal | null
  /** Margin tiers that replace the exchange's tiers; null: nothing replaces them. */
  readonly tiers: (exchange: ExchangeId, symbol: string) => TierTable | null
  /** Time for which hourly answers (borrow rates, margin tiers) hold, ms. */
  readonly hourlyLimitMs: number
}

type Intervals = { readonly hours: ReadonlyMap<string, number>; readonly otherwise: number | null }

/** Marks, funding, margin tiers and borrow rates of every exchange, as received. */
export class PerpFacts {
  readonly #options: PerpFactsOptions
  readonly #states = new Map<string, PerpState>()
  readonly #intervals = new Map<ExchangeId, Intervals>()
  readonly #borrow = new Map<ExchangeId, { readonly yearly: ReadonlyMap<string, Decimal>; readonly until: number }>()

  constructor(options: PerpFactsOptions) {
    this.#options = options
  }

  /** Takes a fact received at `now` (epoch ms). */
  apply(exchange: ExchangeId, fact: PerpFact, now: number): void {
    if (fact.kind === 'borrow') {
      this.#borrow.set(exchange, { yearly: fact.yearly, until: now + this.#options.hourlyLimitMs })
      return
    }
    if (fact.kind === 'intervals') {
      this.#intervals.set(exchange, fact)
      const prefix = nameOf(exchange, '')
      for (const [name, state] of this.#states) {
        if (!name.startsWith(prefix)) continue
        state.funding.interval(intervalOf(fact, name.slice(prefix.length)))
        state.onChanged()
      }
      return
    }
    const state = this.of(exchange, fact.symbol)
    switch (fact.kind) {
      case 'mark':
        state.mark = { price: fact.mark, time: now }
        if (fact.index !== null) state.index = fact.index
        break
      case 'rate':
        state.funding.ticker(fact.rate, fact.nextFundingAt, now)
        break
      case 'settled':
        state.funding.settled(fact.rates, now)
        break
      case 'interval':
        state.funding.interval(fact.hours)
        break
      case 'tiers':
        state.tiers = this.#tiers(exchange, fact.symbol, {
          table: fact.table,
          until: now + this.#options.hourlyLimitMs,
        })
        break
    }
    state.onChanged()
  }

  /**
   * Takes a list's interval, tiers and life of the contract over. Takes the interval only when it differs from the list
   * before.
   */
  listed({ exchange, symbol, fundingIntervalHours, tiers, listedAt, endsAt }: Instrument): void {
    const state = this.of(exchange, symbol)
    if (listedAt !== undefined) state.listed(listedAt)
    state.endsAt = endsAt ?? Number.POSITIVE_INFINITY
    if (fundingIntervalHours !== state.listedIntervalHours) {
      state.listedIntervalHours = fundingIntervalHours
      state.funding.interval(fundingIntervalHours)
    }
    // The feed stops where lists stay out, so tiers of a list need no limit of their own.
    const ofList = tiers === null ? state.tiers : { table: tiers, until: Number.POSITIVE_INFINITY }
    state.tiers = this.#tiers(exchange, symbol, ofList)
    state.onChanged()
  }

  /** The facts of a perpetual, by the exchange's own name for it. */
  of(exchange: ExchangeId, symbol: string): PerpState {
    const name = nameOf(exchange, symbol)
    let state = this.#states.get(name)
    if (state === undefined) {
      state = new PerpState()
      state.tiers = this.#tiers(exchange, symbol, null)
      const intervals = this.#intervals.get(exchange)
      if (intervals !== undefined) state.funding.interval(intervalOf(intervals, symbol))
      this.#states.set(name, state)
    }
    return state
  }

  /**
   * The borrow rate of an asset at `now` (epoch ms), a fraction per year; null where neither settings nor exchange
   * state a rate, and where the exchange's last answer is too old. `ticker`: the exchange's name of the asset.
   */
  borrowRate(exchange: ExchangeId, asset: string, ticker: string, now: number): Decimal | null {
    const ofSettings = this.#options.borrowRate(exchange, asset)
    if (ofSettings !== null) return ofSettings
    const rates = this.#borrow.get(exchange)
    return rates === undefined || now > rates.until ? null : (rates.yearly.get(ticker) ?? null)
  }

  /** Tiers of the settings, which never grow old, else the exchange's tiers. */
  #tiers(exchange: ExchangeId, symbol: string, ofExchange: PerpState['tiers']): PerpState['tiers'] {
    const table = this.#options.tiers(exchange, symbol)
    return table === null ? ofExchange : { table, until: Number.POSITIVE_INFINITY }
  }
}

const nameOf = (exchange: ExchangeId, name: string) => `${exchange} ${name}`

const intervalOf = ({ hours, otherwise }: Intervals, symbol: string) => hours.get(symbol) ?? otherwise
