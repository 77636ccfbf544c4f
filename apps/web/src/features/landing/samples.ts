import type { LandingFigures, MiniRow, MiniSum } from './figures.ts'

/** Static samples (LAND-03, product-decisions.md 5), always marked as samples. Confidence: 0–10. */
export type Sample = {
  readonly base: string
  readonly quote: string
  readonly buy: string
  readonly sell: string
  readonly confidence: number
  readonly net: number
  readonly pnl: number
  readonly size: number
  /** Epoch ms. */
  readonly updatedAt: number
}

const at = (iso: string) => Date.parse(iso)

export const SAMPLES: readonly Sample[] = [
  {
    ...{ base: 'BTC', quote: 'USDT', buy: 'bybit', sell: 'okx', confidence: 8.6 },
    ...{ net: 0.34, pnl: 67.46, size: 0.31, updatedAt: at('2026-11-20T11:03:21Z') },
  },
  {
    ...{ base: 'ETH', quote: 'USDC', buy: 'kraken', sell: 'binance', confidence: 7.1 },
    ...{ net: 0.31, pnl: 40.36, size: 4.2, updatedAt: at('2026-11-20T11:03:19Z') },
  },
  {
    ...{ base: 'SOL', quote: 'USDT', buy: 'okx', sell: 'binance', confidence: 9.3 },
    ...{ net: 0.41, pnl: 8.13, size: 20, updatedAt: at('2026-11-20T11:03:20Z') },
  },
]

/** The sum of the SOL sample: 16.00 − 3.86 − 4.01 = 8.13. */
export const SAMPLE_SUM: MiniSum = { gross: '16', slippage: '3.86', fees: '4.01', net: '8.13' }

/** The samples as rows of the miniature, the SOL sample first. */
export const SAMPLE_ROWS: readonly MiniRow[] = [...SAMPLES]
  .sort((one, other) => other.net - one.net)
  .map(({ base, quote, buy, sell, size, net }) => ({ id: `sample.${base}`, base, quote, buy, sell, size, net }))

/** Whether polled rows can stand in the miniature: three of them, with the sum of the first. */
export const areWhole = (figures: LandingFigures | undefined): boolean =>
  figures !== undefined && figures.rows.length === SAMPLE_ROWS.length && figures.sum !== null
