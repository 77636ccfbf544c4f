import { type Decimal, type ExchangeId, FundingHistory, type Instrument, type TierTable } from '@makas/domain'
import type { PerpFact } from '../../ports/market/exchange-reader.ts'

/** A mark price: quote per unit of the exchange, and the time at which it was received (epoch ms). */
export type Mark = { readonly price: Decimal; readonly at: number }

/** The facts of one perpetual beside its book. */
export class PerpState {
  readonly funding = new FundingHistory()
  mark: Mark | null = null
  index: Decimal | null = null
  tiers: TierTable | null = null
  /** When the contract is settled for good, epoch ms; Infinity where no end is announced. */
  endsAt = Number.POSITIVE_INFINITY
  /** Called when a fact that screens read has changed. */
  onChanged: () => void = () => undefined
  /** Funding interval of the newest list, hours; replaces one from a stream only when the list changes it. */
  listedIntervalHours: number | null = null
}

export type PerpFactsOptions = {
  /** Yearly borrow rate of an asset (name of the identity table) that replaces what the exchange says; null = none. */
  readonly borrowRate: (exchange: ExchangeId, asset: string) => Decimal | null
  /** Margin tiers that replace what the exchange says; null = none. */
  readonly tiers: (exchange: ExchangeId, symbol: string) => TierTable | null
}

type Intervals = { readonly hours: ReadonlyMap<string, number>; readonly otherwise: number | null }

/** Marks, funding, margin tiers and borrow rates of every exchange, as received. */
export class PerpFacts {
  readonly #options: PerpFactsOptions
  readonly #states = new Map<string, PerpState>()
  readonly #intervals = new Map<ExchangeId, Intervals>()
  readonly #borrow = new Map<ExchangeId, ReadonlyMap<string, Decimal>>()

  constructor(options: PerpFactsOptions) {
    this.#options = options
  }

  /** Takes a fact received at `now` (epoch ms). */
  apply(exchange: ExchangeId, fact: PerpFact, now: number): void {
    if (fact.kind === 'borrow') {
      this.#borrow.set(exchange, fact.yearly)
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
        state.mark = { price: fact.mark, at: now }
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
        state.tiers = this.#options.tiers(exchange, fact.symbol) ?? fact.table
        break
    }
    state.onChanged()
  }

  /**
   * Takes a list's interval, tiers and life of the contract over; the interval only when it differs from that of the
   * list before.
   */
  listed({ exchange, symbol, fundingIntervalHours, tiers, listedAt, endsAt }: Instrument): void {
    const state = this.of(exchange, symbol)
    if (listedAt !== undefined) state.funding.listed(listedAt)
    state.endsAt = endsAt ?? Number.POSITIVE_INFINITY
    if (fundingIntervalHours !== state.listedIntervalHours) {
      state.listedIntervalHours = fundingIntervalHours
      state.funding.interval(fundingIntervalHours)
    }
    if (tiers !== null) state.tiers = this.#options.tiers(exchange, symbol) ?? tiers
    state.onChanged()
  }

  /** The facts of a perpetual, by the exchange's own name for it. */
  of(exchange: ExchangeId, symbol: string): PerpState {
    const name = nameOf(exchange, symbol)
    let state = this.#states.get(name)
    if (state === undefined) {
      state = new PerpState()
      state.tiers = this.#options.tiers(exchange, symbol)
      const intervals = this.#intervals.get(exchange)
      if (intervals !== undefined) state.funding.interval(intervalOf(intervals, symbol))
      this.#states.set(name, state)
    }
    return state
  }

  /**
   * The borrow rate of an asset, a fraction per year; null where neither settings nor exchange state one. `ticker`: the
   * exchange's name of the asset.
   */
  borrowRate(exchange: ExchangeId, asset: string, ticker: string): Decimal | null {
    return this.#options.borrowRate(exchange, asset) ?? this.#borrow.get(exchange)?.get(ticker) ?? null
  }
}

const nameOf = (exchange: ExchangeId, name: string) => `${exchange} ${name}`

const intervalOf = ({ hours, otherwise }: Intervals, symbol: string) => hours.get(symbol) ?? otherwise
