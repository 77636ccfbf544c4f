/** Lines of small hand-written recordings: SOL/USDT on OKX, Bybit and Kraken. */
type Levels = readonly (readonly [price: string, size: string])[]

export const line = (t: number | null, url: string, msg: string, dir: 'in' | 'out' = 'in'): string =>
  `${JSON.stringify({ t, url, dir, msg })}\n`

export const OKX = 'wss://ws.okx.com:8443/ws/v5/public'
export const BYBIT = 'wss://stream.bybit.com/v5/public/spot'

/** The lists of OKX and Bybit; `rules` are further ones of OKX. */
export function lists(t: number | null, state = 'live', rules = {}): string {
  const okx = { instType: 'SPOT', instId: 'SOL-USDT', baseCcy: 'SOL', quoteCcy: 'USDT', tickSz: '0.01', groupId: '1' }
  const lotSizeFilter = { basePrecision: '0.1', minOrderQty: '0.1', minOrderAmt: '5' }
  const bybit = { symbol: 'SOLUSDT', baseCoin: 'SOL', quoteCoin: 'USDT', status: 'Trading', lotSizeFilter }
  const okxBody = { code: '0', data: [{ ...okx, lotSz: '0.01', minSz: '0.01', state, ...rules }] }
  return (
    line(t, 'https://www.okx.com/api/v5/public/instruments?instType=SPOT', JSON.stringify(okxBody)) +
    line(
      t,
      'https://api.bybit.com/v5/market/instruments-info?category=spot',
      JSON.stringify({ retCode: 0, result: { list: [bybit] } }),
    )
  )
}

/** An OKX frame; `previous` -1 is a snapshot. */
export function okx(
  t: number | null,
  bids: Levels,
  asks: Levels,
  seq: number,
  previous = -1,
  channel = 'books',
): string {
  const side = (levels: Levels) => levels.map(([price, size]) => [price, size, '0', '1'])
  const book = { asks: side(asks), bids: side(bids), ts: String(t ?? 0), checksum: 0, seqId: seq, prevSeqId: previous }
  const action = previous === -1 ? 'snapshot' : 'update'
  return line(t, OKX, JSON.stringify({ arg: { channel, instId: 'SOL-USDT' }, action, data: [book] }))
}

/** A Bybit frame. */
export function bybit(
  t: number | null,
  type: 'snapshot' | 'delta',
  bids: Levels,
  asks: Levels,
  u: number,
  depth = 50,
): string {
  const data = { s: 'SOLUSDT', b: bids, a: asks, u, seq: u }
  return line(t, BYBIT, JSON.stringify({ topic: `orderbook.${depth}.SOLUSDT`, ts: t ?? 0, type, data, cts: t ?? 0 }))
}

/** Lists and two books: bought at 100 on OKX, sold at 101 on Bybit, ten coins. */
export const GAP =
  lists(1_000) +
  okx(1_000, [['99', '10']], [['100', '10']], 10) +
  bybit(1_000, 'snapshot', [['101', '10']], [['102', '10']], 5)
