import type { ExchangeId, Instrument, MarketKind } from '@makas/domain'
import type { Endpoint } from '../../ports/market/exchange-reader.ts'

/** The newest instrument list of each exchange, and which exchanges have stopped trading as a whole. */
export class Listings {
  readonly #instruments = new Map<string, Instrument>()
  readonly #halted = new Set<string>()

  of(exchange: ExchangeId, market: MarketKind, symbol: string): Instrument | undefined {
    return this.#instruments.get(bookName(exchange, market, symbol))
  }

  all(): Iterable<Instrument> {
    return this.#instruments.values()
  }

  /** Takes a list over. Returns its instruments, and as `gone` the instruments that a complete list no longer has. */
  take(exchange: ExchangeId, market: MarketKind, list: readonly Instrument[], complete: boolean): Instrument[] {
    for (const instrument of list) this.#set(instrument)
    if (!complete) return [...list]
    const names = new Set(list.map((instrument) => instrument.symbol))
    const changed = [...list]
    for (const instrument of [...this.#instruments.values()]) {
      if (instrument.exchange !== exchange || instrument.market !== market || names.has(instrument.symbol)) continue
      const gone: Instrument = { ...instrument, status: 'gone' }
      this.#set(gone)
      changed.push(gone)
    }
    return changed
  }

  /** The exchange stopped or resumed trading as a whole (F17). */
  trades({ exchange, market }: Endpoint, trading: boolean): void {
    if (trading) this.#halted.delete(venue(exchange, market))
    else this.#halted.add(venue(exchange, market))
  }

  isHalted(exchange: ExchangeId, market: MarketKind): boolean {
    return this.#halted.has(venue(exchange, market))
  }

  #set(instrument: Instrument): void {
    this.#instruments.set(bookName(instrument.exchange, instrument.market, instrument.symbol), instrument)
  }
}

export const bookName = (exchange: ExchangeId, market: MarketKind, symbol: string) => `${exchange} ${market} ${symbol}`
const venue = (exchange: ExchangeId, market: MarketKind) => `${exchange} ${market}`
