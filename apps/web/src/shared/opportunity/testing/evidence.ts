import type { CarryEvidence, EvidenceLeg, TriEvidence, TriLeg } from '@makas/contract'

/** A leg of an exchange's book; `change` overrides what a test is about. */
export function evidenceLeg(change: Partial<EvidenceLeg> = {}): EvidenceLeg {
  return {
    exchange: 'okx',
    market: 'spot',
    symbol: 'SOL-USDT',
    side: 'buy',
    levels: [],
    multiplier: '1',
    fee: '0.001',
    lot_step: '0.01',
    min_qty: null,
    min_notional: null,
    book_time: 0,
    book_seq: null,
    received_at: 0,
    ...change,
  }
}

/**
 * A carry account over 30 days: one level a side, a mean of three rates of 0.01 % for 8 hours, and sums that are exact.
 * Spot 10 × 100, perpetual 10 × 100.5: fees 2·10·(100·0.001 + 100.5·0.0005), funding 30·3·0.0001·1000.
 */
export function carryEvidence(change: Partial<CarryEvidence> = {}): CarryEvidence {
  return {
    legs: [
      evidenceLeg({ levels: [['100', '12']] }),
      evidenceLeg({
        market: 'perp',
        symbol: 'SOL-USDT-SWAP',
        side: 'sell',
        fee: '0.0005',
        levels: [['100.5', '10']],
      }),
    ],
    size: '10',
    qty: '10',
    s0: '100',
    p0: '100.5',
    mark: '100',
    rates: ['0.0001', '0.0002', '0'],
    intervals: ['8', '8', '8'],
    last_rate: '0',
    interval_h: '8',
    hold_days: '30',
    leverage: '2',
    borrow_rate: '0',
    funding: '9',
    slippage_entry: '0.25',
    slippage_exit: '0.25',
    fees: '3.005',
    borrow: '0',
    net: '5.495',
    capital: '1502.5',
    tiers: [['0', '0.004', '0']],
    ...change,
  }
}

const triLeg = (change: Partial<TriLeg>): TriLeg => ({
  ...evidenceLeg({ fee: '0.00075' }),
  ordered: '0',
  spent: '0',
  received: '0',
  dust: '0',
  ...change,
})

/** G3 of formulas.md § 7; its last leg has one level more than its order takes. */
export const G3: TriEvidence = {
  legs: [
    triLeg({
      symbol: 'BTCUSDT',
      levels: [
        ['50000.00', '0.015'],
        ['50005.00', '0.5'],
      ],
      ordered: '0.01999',
      spent: '999.52495',
      received: '0.0199750075',
    }),
    triLeg({
      symbol: 'ETHBTC',
      levels: [
        ['0.05000', '0.2'],
        ['0.05001', '5'],
      ],
      ordered: '0.3994',
      spent: '0.019971994',
      received: '0.39910045',
      dust: '0.0000030135',
    }),
    triLeg({
      symbol: 'ETHUSDT',
      side: 'sell',
      levels: [
        ['2515.00', '0.25'],
        ['2514.50', '3'],
        ['2514.00', '1'],
      ],
      ordered: '0.3991',
      spent: '0.3991',
      received: '1002.9092035375',
      dust: '0.00000045',
    }),
  ],
  size: '999.52495',
  start_amount: '1000',
  net: '3.3842535375',
}
