import type { EvidenceLeg } from '@makas/contract'
import { expect, test } from 'vitest'
import { feeSource } from './fee-source.ts'

const leg = (exchange: EvidenceLeg['exchange'], fee: string): EvidenceLeg => ({
  exchange,
  market: 'spot',
  symbol: 'any',
  side: 'buy',
  levels: [],
  multiplier: '1',
  fee,
  lot_step: null,
  min_qty: null,
  min_notional: null,
  book_time: 0,
  book_seq: null,
  received_at: 0,
})

test.each([
  ['the published rate', leg('okx', '0.001'), { base: 'SOL', quote: 'USDT' }, { kind: 'published', month: '2026-07' }],
  [
    'the published rate of a stable pair',
    leg('kraken', '0.002'),
    { base: 'USDC', quote: 'USD' },
    { kind: 'published', month: '2026-07' },
  ],
  ['a rate of this installation', leg('okx', '0.0008'), { base: 'SOL', quote: 'USDT' }, { kind: 'own' }],
])('%s says so', (_name, of, pair, source) => {
  expect(feeSource(of, pair)).toEqual(source)
})
