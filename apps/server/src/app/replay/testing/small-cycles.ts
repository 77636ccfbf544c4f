import { line } from './small-recordings.ts'

/** Recordings written by hand of bitcoin, ether and the dollar token on Binance: three books that make cycles. */
type Levels = readonly (readonly [price: string, size: string])[]
type Rules = { readonly lot: string; readonly minQty?: string; readonly minNotional?: string }

const PAIRS = { BTCUSDT: ['BTC', 'USDT'], ETHBTC: ['ETH', 'BTC'], ETHUSDT: ['ETH', 'USDT'] } as const
const LOTS: Readonly<Record<string, Rules>> = {
  BTCUSDT: { lot: '0.00001' },
  ETHBTC: { lot: '0.0001' },
  ETHUSDT: { lot: '0.0001' },
}

/** The list of the three pairs, with other rules for some, or of other pairs altogether. */
export function cycleLists(
  t: number,
  rules: Readonly<Record<string, Rules>> = {},
  pairs: Readonly<Record<string, readonly [string, string]>> = PAIRS,
): string {
  const symbols = Object.entries(pairs).map(([symbol, [baseAsset, quoteAsset]]) => {
    const { lot, minQty = lot, minNotional = '0' } = rules[symbol] ?? LOTS[symbol] ?? { lot: '0.0001' }
    const filters = [
      { filterType: 'LOT_SIZE', stepSize: lot, minQty },
      { filterType: 'NOTIONAL', minNotional },
    ]
    return { symbol, baseAsset, quoteAsset, status: 'TRADING', isSpotTradingAllowed: true, filters }
  })
  return line(t, 'https://api.binance.com/api/v3/exchangeInfo', JSON.stringify({ symbols }))
}

/** A whole book of twenty levels or fewer. */
export function cycleBook(t: number, symbol: string, bids: Levels, asks: Levels): string {
  const stream = `${symbol.toLowerCase()}@depth20@100ms`
  const data = { lastUpdateId: t, bids, asks }
  return line(t, 'wss://stream.binance.com:9443/stream', JSON.stringify({ stream, data }))
}

/** Lists and books of formulas.md, G3: the best prices gain 1 % before three fees, in one direction. */
export function golden(t: number, rules: Readonly<Record<string, Rules>> = {}): string {
  return (
    cycleLists(t, rules) +
    cycleBook(
      t,
      'BTCUSDT',
      [['49990', '1']],
      [
        ['50000.00', '0.015'],
        ['50005.00', '0.5'],
      ],
    ) +
    cycleBook(
      t + 10,
      'ETHBTC',
      [['0.04990', '10']],
      [
        ['0.05000', '0.2'],
        ['0.05001', '5'],
      ],
    ) +
    cycleBook(
      t + 20,
      'ETHUSDT',
      [
        ['2515.00', '0.25'],
        ['2514.50', '3'],
      ],
      [['2516', '10']],
    )
  )
}
