import { EXCHANGES, type ExchangeId } from '@makas/domain'
import { afterEach, describe, expect, test } from 'vitest'
import { afterFile } from '../adapters/storage/testing/after-file.ts'
import { startSimulator } from './index.ts'
import { clientOf, type OrderClient } from './testing/ccxt-client.ts'

afterEach(() => {
  simulator.clearFaults()
  simulator.resume()
})

const open = async (exchange: ExchangeId, name = 'trader') =>
  (await clientOf(simulator.origin, simulator.account(exchange, name))) as unknown as OrderClient

const simulator = await startSimulator({ seed: 5, symbols: 6, port: 0, limits: false })
afterFile(() => simulator.stop())
for (const exchange of EXCHANGES) await open(exchange)

const WITH_PERPS = ['binance', 'okx', 'bybit'] as const
const pairOf = (exchange: ExchangeId) => (exchange === 'kraken' ? 'SOL/USD' : 'SOL/USDT')
let ids = 0
const newId = () => `t${String(++ids).padStart(15, '0')}`
/** Parameter of the client's order id, by exchange. */
const named = (exchange: ExchangeId, id: string) => (exchange === 'kraken' ? { cl_ord_id: id } : { clientOrderId: id })
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Level = readonly [string, string]
const bookOf = (exchange: ExchangeId) => simulator.bookOf(exchange, pairOf(exchange))
const best = (levels: readonly Level[]) => Number((levels[0] as Level)[0])

async function found(client: OrderClient, id: string, symbol: string) {
  // Bybit shows an order a moment after it accepted it.
  await wait(80)
  return client.fetchOrder(id, symbol, { acknowledged: true })
}

describe.each(EXCHANGES)('an order on %s', (exchange) => {
  test('is filled from the book at once; the taken levels are gone and paid', async () => {
    const client = await open(exchange)
    const symbol = pairOf(exchange)
    const [base, quote] = symbol.split('/') as [string, string]
    simulator.pause()
    const before = await client.fetchBalance({ type: 'spot' })
    const { asks } = bookOf(exchange)
    const limit = Number((asks[2] as Level)[0])
    const placed = await client.createOrder(symbol, 'limit', 'buy', 2, limit, {
      timeInForce: 'IOC',
      ...named(exchange, newId()),
    })
    const order = await found(client, placed.id, symbol)
    expect([order.filled, order.status]).toEqual([2, 'closed'])
    expect(order.average).toBeGreaterThanOrEqual(best(asks))
    expect(order.average).toBeLessThanOrEqual(limit)
    const after = await client.fetchBalance({ type: 'spot' })
    const gained = (after[base]?.total ?? 0) - (before[base]?.total ?? 0)
    const paid = (before[quote]?.total ?? 0) - (after[quote]?.total ?? 0)
    const rate = simulator.account(exchange, 'trader').fees.spot.taker / 1e6
    // Kraken charges the fee in the quote, the others in the bought asset.
    expect(gained).toBeCloseTo(exchange === 'kraken' ? 2 : 2 * (1 - rate), 6)
    expect(paid).toBeCloseTo((order.cost ?? 0) * (exchange === 'kraken' ? 1 + rate : 1), 4)
    const left = bookOf(exchange).asks
    const sizeOf = (levels: readonly Level[]) => levels.reduce((sum, [, size]) => sum + Number(size), 0)
    expect(sizeOf(asks) - sizeOf(left)).toBeCloseTo(2, 8)
  })

  test('is not filled worse than its limit, and the rest is cancelled', async () => {
    const client = await open(exchange)
    const symbol = pairOf(exchange)
    simulator.pause()
    const { bids } = bookOf(exchange)
    const limit = best(bids) * 1.5
    const none = await client.createOrder(symbol, 'limit', 'sell', 1, Math.round(limit), {
      timeInForce: 'IOC',
      ...named(exchange, newId()),
    })
    const order = await found(client, none.id, symbol)
    expect(order.filled).toBe(0)
    expect(['canceled', 'expired']).toContain(order.status)
  })

  test('of more than the account has is refused', async () => {
    const client = await open(exchange)
    const symbol = pairOf(exchange)
    await expect(
      client.createOrder(symbol, 'market', 'sell', 5_000, undefined, named(exchange, newId())),
    ).rejects.toThrow(/insufficient|balance|funds/i)
  })

  test('that is sent again under the same name is refused by Bybit alone: elsewhere only its caller prevents a second fill', async () => {
    const client = await open(exchange)
    const [symbol, id] = [pairOf(exchange), newId()]
    const sell = () => client.createOrder(symbol, 'market', 'sell', 0.5, undefined, named(exchange, id))
    const first = await sell()
    if (exchange === 'bybit') await expect(sell()).rejects.toThrow(/duplicate/i)
    else expect((await sell()).id).not.toBe(first.id)
  })

  test('of a key that only reads is refused', async () => {
    const client = await open(exchange, 'reader')
    await expect(client.createOrder(pairOf(exchange), 'market', 'sell', 0.5)).rejects.toThrow(/permission|API-key/i)
  })

  test('that gets no answer is carried out all the same', async () => {
    const client = await open(exchange)
    const symbol = pairOf(exchange)
    simulator.script({ kind: 'order-unanswered', exchange, count: 1 })
    const before = await client.fetchBalance({ type: 'spot' })
    await expect(
      client.createOrder(symbol, 'market', 'sell', 0.5, undefined, named(exchange, newId())),
    ).rejects.toThrow()
    const after = await client.fetchBalance({ type: 'spot' })
    expect((before.SOL?.total ?? 0) - (after.SOL?.total ?? 0)).toBeCloseTo(0.5, 8)
  })

  test('follows a script: filled in part, or refused', async () => {
    const client = await open(exchange)
    const symbol = pairOf(exchange)
    simulator.pause()
    simulator.script({ kind: 'order-partial', exchange, share: 0.5, count: 1 })
    const half = await client.createOrder(symbol, 'market', 'sell', 1, undefined, named(exchange, newId()))
    expect((await found(client, half.id, symbol)).filled).toBeCloseTo(0.5, 2)
    simulator.script({ kind: 'order-refused', exchange, count: 1 })
    await expect(client.createOrder(symbol, 'market', 'sell', 1, undefined, named(exchange, newId()))).rejects.toThrow(
      /insufficient|balance|funds/i,
    )
  })
})

/** For Binance, ccxt's method makes many calls first; its raw call suffices. */
async function positionOf(exchange: ExchangeId, client: OrderClient) {
  if (exchange !== 'binance')
    return (await client.fetchPositions(['SOL/USDT:USDT'])).find(({ symbol }) => symbol === 'SOL/USDT:USDT')
  const told = (await client.request('positionRisk', 'fapiPrivateV3')) as { symbol: string; positionAmt: string }[]
  const lots = Number(told.find(({ symbol }) => symbol === 'SOLUSDT')?.positionAmt ?? 0)
  return { side: lots < 0 ? 'short' : 'long', contracts: Math.abs(lots) }
}

describe.each(WITH_PERPS)('a perpetual on %s', (exchange) => {
  test('is sold short and bought back, and the position is told between', async () => {
    const client = await open(exchange)
    const symbol = 'SOL/USDT:USDT'
    const contracts = exchange === 'okx' ? 10 : 2
    const ours = () => positionOf(exchange, client)
    const before = (await ours())?.contracts ?? 0
    const short = await client.createOrder(symbol, 'market', 'sell', contracts, undefined, named(exchange, newId()))
    expect((await found(client, short.id, symbol)).filled).toBe(contracts)
    const held = await ours()
    expect([held?.side, held?.contracts]).toEqual(['short', before + contracts])
    const back = { ...named(exchange, newId()), reduceOnly: true }
    await client.createOrder(symbol, 'market', 'buy', contracts * 4, undefined, back)
    await wait(80)
    // A reduce-only order ends where the position does.
    expect((await ours())?.contracts ?? 0).toBe(0)
    await expect(
      client.createOrder(symbol, 'market', 'buy', contracts, undefined, {
        ...named(exchange, newId()),
        reduceOnly: true,
      }),
    ).rejects.toThrow(/reduce|position/i)
  })

  test('of more than the margin carries is refused', async () => {
    const client = await open(exchange)
    await expect(client.createOrder('SOL/USDT:USDT', 'market', 'sell', 10_000)).rejects.toThrow(/margin|enough/i)
  })
})
