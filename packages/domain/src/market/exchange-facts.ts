import type { ExchangeId, MarketKind } from './exchange.ts'

type ExchangeFacts = {
  /** Taker fees of the lowest public tier, fractions as decimal text (formulas.md § 6). */
  readonly fees: Readonly<Record<MarketKind, string>>
  /** Whether the exchange has a network on which orders cost no money. */
  readonly hasTestNetwork: boolean
  /** Whether its API keys come with a passphrase. */
  readonly hasPassphrase: boolean
  /** Whether one API key trades both spot and perpetuals. */
  readonly hasOneKey: boolean
  /** Whether perpetuals are paid from a wallet of their own, of which the spot balance says nothing. */
  readonly hasFuturesWallet: boolean
}

/** What holds for an exchange whatever its market does (docs/exchanges, product-decisions.md 9 and 24). */
export const EXCHANGE_FACTS: Readonly<Record<ExchangeId, ExchangeFacts>> = {
  binance: {
    fees: { spot: '0.001', perp: '0.0005' },
    hasTestNetwork: true,
    hasPassphrase: false,
    hasOneKey: true,
    hasFuturesWallet: true,
  },
  okx: {
    fees: { spot: '0.001', perp: '0.0005' },
    hasTestNetwork: true,
    hasPassphrase: true,
    hasOneKey: true,
    hasFuturesWallet: false,
  },
  bybit: {
    fees: { spot: '0.001', perp: '0.00055' },
    hasTestNetwork: true,
    hasPassphrase: false,
    hasOneKey: true,
    hasFuturesWallet: false,
  },
  kraken: {
    fees: { spot: '0.008', perp: '0.0005' },
    hasTestNetwork: false,
    hasPassphrase: false,
    hasOneKey: false,
    hasFuturesWallet: false,
  },
}
