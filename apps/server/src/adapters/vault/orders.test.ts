import { EXCHANGES, type ExchangeId } from '@makas/domain'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { SealedKey, WantedOrder } from '../../app/ports/trading/key-vault.ts'
import type { ExchangeOrder } from '../../app/ports/trading/order-vault.ts'
import { destination } from './inside/hosts.ts'
import { BINANCE_ORDERS } from './inside/orders/binance-orders.ts'
import { BYBIT_ORDERS } from './inside/orders/bybit-orders.ts'
import { KRAKEN_ORDERS } from './inside/orders/kraken-orders.ts'
import { OKX_ORDERS } from './inside/orders/okx-orders.ts'
import { send as sendCall } from './inside/send.ts'
import { signerOf } from './inside/signer.ts'
import { startTraders } from './testing/traders.ts'
import { materialOf, placeOf } from './testing/vault.ts'

const { simulator, vault, placeIn, keyOf, stop } = await startTraders()
afterEach(() => {
  simulator.clearFaults()
  simulator.resume()
})
afterAll(stop)

const send = (exchange: ExchangeId, order: ExchangeOrder, withinMs = 5_000) =>
  vault.placeOrder(placeIn(exchange), keyOf(exchange), order, withinMs)
/** Sends an order, and looks it up where the answer is only that it was taken. */
async function place(exchange: ExchangeId, order: ExchangeOrder, withinMs?: number) {
  const answer = await send(exchange, order, withinMs)
  return answer.kind === 'accepted' ? find(exchange, order) : answer
}
const find = (exchange: ExchangeId, order: ExchangeOrder) => vault.findOrder(placeIn(exchange), keyOf(exchange), order)

const SYMBOLS = { binance: 'SOLUSDT', okx: 'SOL-USDT', bybit: 'SOLUSDT', kraken: 'SOL/USD' } as const
const PERPS = { binance: 'SOLUSDT', okx: 'SOL-USDT-SWAP', bybit: 'SOLUSDT' } as const
const pairOf = (exchange: ExchangeId) => (exchange === 'kraken' ? 'SOL/USD' : 'SOL/USDT')

const ORDERS = { binance: BINANCE_ORDERS, okx: OKX_ORDERS, bybit: BYBIT_ORDERS, kraken: KRAKEN_ORDERS } as const

let ids = 0
const orderOn = (exchange: ExchangeId, change: Partial<ExchangeOrder> = {}): ExchangeOrder => ({
  clientId: `mk${String(++ids).padStart(16, '0')}`,
  market: 'spot',
  symbol: SYMBOLS[exchange],
  side: 'buy',
  quantity: '2',
  limit: null,
  reduceOnly: false,
  isUnwind: false,
  ...change,
})

type Level = readonly [price: string, size: string]
/** The cost of a quantity by the levels, computed in doubles. */
function costOf(levels: readonly Level[], quantity: number): number {
  let left = quantity
  return levels.reduce((sum, [price, size]) => {
    const part = Math.min(left, Number(size))
    left -= part
    return sum + part * Number(price)
  }, 0)
}

describe.each(EXCHANGES)('an order on %s', (exchange) => {
  test('tells what was filled, for how much, and the fees as they were taken', async () => {
    simulator.pause()
    const { asks } = simulator.bookOf(exchange, pairOf(exchange))
    const order = orderOn(exchange, { limit: (asks.at(-2) as Level)[0] })
    const answer = await place(exchange, order)
    if (answer.kind !== 'done') throw new Error(JSON.stringify(answer))
    expect(answer.fill.filled).toBe('2')
    expect(Number(answer.fill.value)).toBeCloseTo(costOf(asks, 2), 6)
    const rate = simulator.account(exchange, 'trader').fees.spot.taker / 1e6
    const [fee] = answer.fill.fees
    expect(answer.fill.fees).toHaveLength(1)
    expect(fee?.of).toBe(exchange === 'kraken' ? 'quote' : 'base')
    expect(Number(fee?.amount)).toBeCloseTo((exchange === 'kraken' ? Number(answer.fill.value) : 2) * rate, 6)
    // Looking it up by the client id gives an equal answer.
    expect(await find(exchange, order)).toEqual(answer)
  })

  test('of which nothing is filled at its limit is done with nothing', async () => {
    simulator.pause()
    const { asks } = simulator.bookOf(exchange, pairOf(exchange))
    const limit = String(Math.floor(Number((asks[0] as Level)[0]) * 0.5))
    const answer = await place(exchange, orderOn(exchange, { limit }))
    expect(answer).toMatchObject({ kind: 'done', fill: { filled: '0', value: '0', fees: [] } })
  })

  test('that its account cannot pay for is refused, and certainly not filled', async () => {
    const order = orderOn(exchange, { side: 'sell', quantity: '5000' })
    expect(await place(exchange, order)).toEqual({ kind: 'refused', why: 'balance' })
    expect(await find(exchange, order)).toEqual({ kind: 'not-found' })
  })

  test.each([
    ['0.00000001', 'size'],
    ['0.000001', 'size'],
  ] as const)('of %s coins is refused for its size', async (quantity, why) => {
    expect(await place(exchange, orderOn(exchange, { quantity }))).toEqual({ kind: 'refused', why })
  })

  test('of an instrument that it does not have is refused', async () => {
    const symbol = SYMBOLS[exchange].replace('SOL', 'NOSUCH')
    expect(await place(exchange, orderOn(exchange, { symbol }))).toEqual({ kind: 'refused', why: 'instrument' })
  })

  test('that nobody answers may have been filled, and is found by its name', async () => {
    simulator.script({ kind: 'order-unanswered', exchange, count: 1 })
    const order = orderOn(exchange, { side: 'sell', quantity: '0.5' })
    expect(await place(exchange, order)).toEqual({ kind: 'unknown', why: 'network' })
    expect(await find(exchange, order)).toMatchObject({ kind: 'done', fill: { filled: '0.5' } })
  })

  test('is acknowledged with the name under which it is found', async () => {
    const order = orderOn(exchange, { side: 'sell', quantity: '0.5' })
    const answer = await send(exchange, order)
    const found = await find(exchange, order)
    if (found.kind !== 'done') throw new Error(JSON.stringify(found))
    // Binance alone tells at once what was filled.
    const { orderId } = found.fill
    expect(answer).toEqual(exchange === 'binance' ? found : { kind: 'accepted', orderId })
  })

  test('of an exchange that cannot be reached is unknown, and of one in maintenance not known to be done', async () => {
    simulator.script({ kind: 'down', exchange, forMs: 60_000 })
    expect((await place(exchange, orderOn(exchange))).kind).toBe('unknown')
    simulator.clearFaults()
    simulator.script({ kind: 'server-error', exchange, forMs: 60_000 })
    expect((await place(exchange, orderOn(exchange))).kind).toBe('unknown')
  })

  test('that could not be sent in time is never sent', async () => {
    const order = orderOn(exchange)
    expect(await place(exchange, order, -1)).toEqual({ kind: 'refused', why: 'busy' })
    expect(await find(exchange, order)).toEqual({ kind: 'not-found' })
  })

  test('that arrives 10 s after it was signed is not taken', async () => {
    const { recordId: _record, userId: _user, ...world } = placeIn(exchange)
    // An unused key, since Kraken refuses a nonce lower than an earlier one.
    const sign = signerOf(world, materialOf(simulator.account(exchange, 'bound-here')), () => Date.now() - 10_000)
    const call = await ORDERS[exchange].placing(orderOn(exchange), () => Promise.reject(new Error('none is asked')))
    const { url, ...signed } = sign({ ...call, sendBy: Date.now() })
    const { text } = await sendCall({ ...signed, url: destination(world, url, simulator.origin) })
    expect(text).toMatch(/-1021|50036|10002|Deadline elapsed/)
  })

  test('whose key does not open any more may have been filled all the same', async () => {
    const order = orderOn(exchange, { side: 'sell', quantity: '0.5' })
    expect(await place(exchange, order)).toMatchObject({ kind: 'done' })
    const moved = { ...placeIn(exchange), recordId: 'another' }
    expect(await vault.findOrder(moved, keyOf(exchange), order)).toEqual({ kind: 'unknown', why: 'vault' })
    expect(await vault.placeOrder(moved, keyOf(exchange), order, 5_000)).toEqual({ kind: 'refused', why: 'key' })
  })

  test('of a good key that is not let in for the moment is refused for the moment', async () => {
    simulator.script({ kind: 'key-refused', exchange, why: 'lockout', count: 1 })
    expect(await place(exchange, orderOn(exchange))).toEqual({ kind: 'refused', why: 'busy' })
  })

  test('of a key that may not trade is refused', async () => {
    simulator.script({ kind: 'permissions', exchange, rights: 'read-only' })
    const answer = await place(exchange, orderOn(exchange))
    expect(answer.kind).toBe('refused')
    // Binance has one code for an unknown key and a missing permission.
    expect(['permission', 'key']).toContain(answer.kind === 'refused' ? answer.why : '')
  })
})

describe.each(['binance', 'okx', 'bybit'] as const)('an order above what %s takes at once', (exchange) => {
  test.each([
    ['spot', SYMBOLS[exchange], null],
    ['spot', SYMBOLS[exchange], '100'],
    ['perp', PERPS[exchange], null],
    ['perp', PERPS[exchange], '100'],
  ] as const)('is refused for its size: %s %s, limit %s', async (market, symbol, limit) => {
    const order = orderOn(exchange, { market, symbol, limit, quantity: '10000000', side: 'sell' })
    expect(await place(exchange, order)).toEqual({ kind: 'refused', why: 'size' })
  })
})

describe.each(['binance', 'okx', 'bybit'] as const)('a perpetual on %s', (exchange) => {
  test('is counted in coins, whatever the exchange counts', async () => {
    simulator.pause()
    const { bids } = simulator.perpBookOf(exchange, 'SOL/USDT:USDT')
    const short = { market: 'perp', symbol: PERPS[exchange], side: 'sell', quantity: '3' } as const
    const answer = await place(exchange, orderOn(exchange, short))
    if (answer.kind !== 'done') throw new Error(JSON.stringify(answer))
    expect(answer.fill.filled).toBe('3')
    const price = Number(answer.fill.value) / 3
    expect(price).toBeLessThanOrEqual(Number((bids[0] as Level)[0]))
    expect(price).toBeGreaterThan(Number((bids[0] as Level)[0]) * 0.98)
    expect(answer.fill.fees.map(({ of }) => of)).toEqual(['quote'])
    const back = { ...short, side: 'buy', quantity: '3', reduceOnly: true } as const
    // Nobody sells at a tenth of the price.
    const low = { ...back, limit: String(Math.ceil(price / 10)) }
    expect(await place(exchange, orderOn(exchange, low))).toMatchObject({ kind: 'done', fill: { filled: '0' } })
    expect(await place(exchange, orderOn(exchange, back))).toMatchObject({ kind: 'done', fill: { filled: '3' } })
  })
})

/** The first order on a perpetual. */
const perpOn = (exchange: keyof typeof PERPS, leverage: number): WantedOrder => {
  const symbol = PERPS[exchange]
  return { market: 'perp', symbol, side: 'sell', quantity: '3', leverage, maxOpenOrders: mostOn(exchange) }
}
/** The limit of open orders where the exchange's list states it. */
const mostOn = (exchange: ExchangeId) => (exchange === 'binance' ? 200 : null)

describe.each([
  ['binance', 200],
  ['okx', 500],
  ['bybit', 500],
  ['kraken', 60],
] as const)('the open orders on %s', (exchange, most) => {
  const isSpotOnly = exchange === 'kraken'
  const markets = isSpotOnly ? (['spot'] as const) : (['spot', 'perp'] as const)
  test.each(markets)('leave no room for an order beyond their limit: %s', async (market) => {
    const pair = market === 'spot' ? pairOf(exchange) : `${pairOf(exchange)}:USDT`
    const symbol = market === 'perp' && !isSpotOnly ? PERPS[exchange] : SYMBOLS[exchange]
    const wanted = { market, symbol, side: 'buy', quantity: '2', leverage: 2, maxOpenOrders: mostOn(exchange) } as const
    const prepare = (isLook: boolean) => vault.prepareOrder(placeIn(exchange), keyOf(exchange), wanted, isLook)
    try {
      simulator.leaveOpen(exchange, 'trader', pair, most - 1)
      for (const isLook of [true, false]) expect(await prepare(isLook)).toEqual({ kind: 'ready' })
      expect(await place(exchange, orderOn(exchange, { market, symbol }))).toMatchObject({ kind: 'done' })
      const back = { market, symbol, side: 'sell', reduceOnly: market === 'perp' } as const
      await place(exchange, orderOn(exchange, back))
      simulator.leaveOpen(exchange, 'trader', pair, most)
      for (const isLook of [true, false])
        expect(await prepare(isLook)).toEqual({ kind: 'obstacle', why: 'open-orders' })
      // The exchange would have refused the order too.
      expect(await place(exchange, orderOn(exchange, { market, symbol }))).toMatchObject({ kind: 'refused' })
    } finally {
      simulator.leaveOpen(exchange, 'trader', pair, 0)
    }
  })
})

describe.each(['binance', 'okx', 'bybit'] as const)('a position on %s', (exchange) => {
  const settings = () => simulator.positionSettingsOf(exchange, 'trader')
  const prepare = (leverage: number, isLook = false) =>
    vault.prepareOrder(placeIn(exchange), keyOf(exchange), perpOn(exchange, leverage), isLook)
  const leverages = () => [...settings().instruments.values()].map(({ leverage }) => leverage)

  test('is isolated and has the leverage of its row, as it is read back', async () => {
    const before = leverages()
    expect(await prepare(2, true)).toEqual({ kind: 'ready' })
    expect(leverages().filter((one) => one !== 10)).toEqual(before.filter((one) => one !== 10))
    for (const leverage of [2, 1, 1]) {
      expect(await prepare(leverage)).toEqual({ kind: 'ready' })
      expect(leverages()).toContain(leverage)
    }
    const isIsolated =
      exchange === 'bybit' ? settings().isIsolated : [...settings().instruments.values()][0]?.isIsolated
    // On OKX each order says so.
    if (exchange !== 'okx') expect(isIsolated).toBe(true)
  })

  test('of an account that keeps long and short apart is none, and its orders are refused', async () => {
    settings().isHedged = true
    try {
      for (const isLook of [true, false])
        expect(await prepare(2, isLook)).toEqual({ kind: 'obstacle', why: 'hedge-mode' })
      const short = { market: 'perp', symbol: PERPS[exchange], side: 'sell', quantity: '3' } as const
      expect(await place(exchange, orderOn(exchange, short))).toMatchObject({ kind: 'refused' })
    } finally {
      settings().isHedged = false
    }
  })

  test('whose leverage the exchange does not take is none', async () => {
    expect(await prepare(101)).toEqual({ kind: 'obstacle', why: 'leverage' })
  })
})

test.each(['binance', 'okx', 'bybit'] as const)(
  'a position on %s is told, and leaves no room for another',
  async (exchange) => {
    const account = simulator.account(exchange, 'tester')
    const place = placeOf(account)
    const key = (await vault.seal(place, materialOf(account))) as SealedKey
    const wanted = perpOn(exchange, 2)
    const prepared = (isLook: boolean) => vault.prepareOrder(place, key, wanted, isLook)
    const held = async () => {
      const answer = await vault.holdings(place, key, [{ ...wanted, quote: '' }], 'question')
      return answer.kind === 'read' ? Number(answer.value[0]) : answer
    }
    const byHand = (side: 'buy' | 'sell') => simulator.tradeByHand(exchange, 'tester', 'SOL/USDT:USDT', side, 3)
    expect([await prepared(true), await held()]).toEqual([{ kind: 'ready' }, 0])
    for (const [side, back] of [
      ['sell', 'buy'],
      ['buy', 'sell'],
    ] as const) {
      byHand(side)
      for (const isLook of [true, false]) expect(await prepared(isLook)).toEqual({ kind: 'obstacle', why: 'position' })
      expect(Math.sign((await held()) as number)).toBe(side === 'sell' ? -1 : 1)
      byHand(back)
    }
    expect([await prepared(true), await held()]).toEqual([{ kind: 'ready' }, 0])
    // Nobody can close a position of the demo market.
    await send(exchange, orderOn(exchange, { market: 'perp', symbol: wanted.symbol, side: 'sell', quantity: '3' }))
    expect(await vault.prepareOrder(placeIn(exchange), keyOf(exchange), wanted, true)).toEqual({ kind: 'ready' })
  },
)

test('no order goes out with a key of real money, whoever asks', async () => {
  const live = { ...placeIn('binance'), isDemo: false }
  const key = await vault.seal(live, materialOf(simulator.account('binance', 'trader')))
  const before = simulator.counters.requests
  const answer = await vault.placeOrder(live, key as SealedKey, orderOn('binance'), 5_000)
  expect(answer).toEqual({ kind: 'unknown', why: 'vault' })
  expect(simulator.counters.requests).toBe(before)
})
