import { expect, test } from 'vitest'
import { afterFile } from '../../../../adapters/storage/testing/after-file.ts'
import { type Simulator, startSimulator } from '../../../index.ts'
import { holdDate } from '../../../testing/held-date.ts'
import { connect, PlainBook, pause, topOf, until, type WireClient } from '../../../testing/wire-client.ts'

const WS = '/kraken-futures/ws/v1'
const API = '/kraken-futures/derivatives/api/v3'
const get = async (path: string) => {
  const answer = await fetch(`${simulator.origin}${path}`)
  // Numbers are quoted before parsing, so that no digit is lost.
  const text = (await answer.text()).replace(/(:|\[|,)(-?\d[\d.eE+-]*)(?=[,\]}])/g, '$1"$2"')
  return { status: answer.status, body: JSON.parse(text) }
}

const simulator = await startSimulator({ seed: 2, symbols: 20, port: 0, speed: 10, limits: false })
afterFile(() => simulator.stop())

const subscribe = (client: WireClient, feed: string, ...products: string[]) =>
  client.send({ event: 'subscribe', feed, product_ids: products })

/** A price or size as a plain decimal without trailing zeros. */
const plain = (text: string) => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
const levels = (side: { price: string; qty: string }[]) =>
  side.map(({ price, qty }) => [plain(price), plain(qty)] as const)
const parse = (text: string) =>
  JSON.parse(text.replace(/"(price|qty|\w*funding_rate\w*|index|markPrice)":(-?[\d.eE+-]+)/g, '"$1":"$2"'))
const truth = (symbol: string) => {
  const { bids, asks } = simulator.perpBookOf('kraken', symbol)
  const side = (all: typeof bids) => all.map(([price, size]) => [plain(price), plain(size)] as const)
  return { bids: side(bids), asks: side(asks) }
}

test.each(['BTC/USD:USD', 'PEPE/USD:USD'])(
  '%s: the snapshot and one level a message, in sequence and never crossed, give the true book',
  async (symbol) => {
    const product = symbol.startsWith('BTC') ? 'PF_XBTUSD' : 'PF_PEPEUSD'
    const client = await connect(simulator.origin, WS)
    expect(await client.frame(() => true)).toBe('{"event":"info","version":1}')
    subscribe(client, 'book', product.toLowerCase())
    expect(await client.frame((text) => text.includes('subscribed'))).toBe(
      `{"event":"subscribed","feed":"book","product_ids":["${product}"]}`,
    )
    await until(() => client.frames.length > 150, 'changes')
    simulator.pause()
    await pause(300)
    const wanted = truth(symbol)
    const { id } = simulator.perpBookOf('kraken', symbol)
    simulator.resume()
    const book = new PlainBook()
    let last = 0
    for (const text of client.frames.slice(2)) {
      const frame = parse(text)
      expect(frame.product_id).toBe(product)
      if (frame.feed === 'book_snapshot') book.replace(levels(frame.bids), levels(frame.asks))
      else {
        expect(frame.seq).toBe(last + 1)
        const change = [[plain(frame.price), plain(frame.qty)]] as const
        book.apply(frame.side === 'buy' ? change : [], frame.side === 'sell' ? change : [])
        expect(Math.max(...[...book.bids.keys()].map(Number))).toBeLessThan(
          Math.min(...[...book.asks.keys()].map(Number)),
        )
      }
      last = frame.seq
    }
    expect(last).toBe(id)
    expect(book.top(1_000)).toEqual(topOf(wanted, 1_000))
    client.close()
  },
)

test('a ticker is complete, comes once a second, and tells the rates of this hour and the next', async () => {
  const client = await connect(simulator.origin, WS)
  simulator.pause()
  await pause(50)
  const { mark, index } = simulator.fundingOf('kraken', 'ETH/USD:USD')
  subscribe(client, 'ticker', 'PF_ETHUSD')
  const tickers = () => client.frames.filter((text) => text.includes('"feed":"ticker","bid"'))
  // The estimate changes each minute, so the simulator's value is read all along.
  const truths: ReturnType<Simulator['fundingOf']>[] = []
  const enough = () => truths.push(simulator.fundingOf('kraken', 'ETH/USD:USD')) > 0 && tickers().length >= 3
  await until(enough, 'three tickers')
  for (const text of tickers()) {
    const frame = parse(text)
    expect(frame).toMatchObject({ product_id: 'PF_ETHUSD', tag: 'perpetual', suspended: false, post_only: false })
    const told = [
      frame.relative_funding_rate,
      frame.relative_funding_rate_prediction,
      Number(frame.next_funding_rate_time),
    ]
    expect(truths.map(({ settled, rate, nextAt }) => [settled.at(-1)?.rate, rate, nextAt])).toContainEqual(told)
    expect(Number(frame.next_funding_rate_time) % 3_600_000).toBe(0)
    expect([plain(frame.markPrice), plain(frame.index)]).toEqual([mark, index])
    const [rate, prediction] = [frame.relative_funding_rate, frame.relative_funding_rate_prediction].map(Number)
    expect(Number(frame.funding_rate_prediction)).toBeCloseTo((prediction as number) * Number(frame.index), 9)
    expect(Number(frame.funding_rate) / Number(frame.index) / (rate as number)).toBeCloseTo(1, 0)
  }
  simulator.resume()
  expect(tickers().length).toBeLessThan(6)
  client.close()
})

test('a book that is subscribed again starts anew; an unknown, inactive or forbidden subscription is refused in the exchange’s words', async () => {
  const client = await connect(simulator.origin, WS)
  subscribe(client, 'book', 'PF_SOLUSD', 'PF_NOPEUSD')
  await client.frame((text) => text === '{"event":"error","message":"Invalid product id"}')
  subscribe(client, 'book', 'PF_SOLUSD')
  await client.frame((text) => text.includes('"alert","message":"Already subscribed to feed, re-requesting"'))
  await until(() => client.frames.filter((text) => text.includes('book_snapshot')).length === 2, 'a second snapshot')
  client.send({ event: 'unsubscribe', feed: 'book', product_ids: ['PF_SOLUSD'] })
  await client.frame((text) => text === '{"event":"unsubscribed","feed":"book","product_ids":["PF_SOLUSD"]}')
  client.send({ event: 'unsubscribe', feed: 'ticker', product_ids: ['PF_SOLUSD'] })
  await client.frame((text) => text.includes('Not subscribed to feed'))
  subscribe(client, 'funding', 'PF_SOLUSD')
  await client.frame((text) => text.includes('invalid feed'))
  subscribe(client, 'fills', 'PF_SOLUSD')
  await client.frame((text) => text.includes('authenticated feed'))
  client.send({ event: 'challenge', api_key: 'anyone' })
  await client.frame((text) => text === '{"event":"error","message":"Invalid API key"}')
  const from = client.frames.length
  for (const text of ['{', '[]', 'null', '{"event":"subscribe","feed":"book","product_ids":[7]}']) client.send(text)
  await until(() => client.frames.slice(from).length >= 4, 'refusals')
  expect(client.frames.slice(from).every((text) => text.includes('"event":"error"'))).toBe(true)
  client.send({ event: 'subscribe', feed: 'heartbeat' })
  await client.frame((text) => text === '{"event":"subscribed","feed":"heartbeat"}')
  await client.frame((text) => /^{"feed":"heartbeat","time":\d{13}}$/.test(text))
  client.close()
})

test('REST lists steps above and below one, tiers, tickers, whole books and an hourly history', async () => {
  const { body } = await get(`${API}/instruments`)
  const listed = new Map(body.instruments.map((one: { symbol: string }) => [one.symbol, one]))
  expect(listed.get('PF_XBTUSD')).toMatchObject({
    type: 'flexible_futures',
    base: 'BTC',
    quote: 'USD',
    tradeable: true,
    contractSize: '1',
    contractValueTradePrecision: '4',
    fundingRateCoefficient: '8',
    marginLevels: expect.arrayContaining([
      { numNonContractUnits: '300000.0', initialMargin: '0.01', maintenanceMargin: '0.005' },
    ]),
  })
  expect(listed.get('PF_PEPEUSD')).toMatchObject({ contractValueTradePrecision: '-3', tickSize: '1e-10' })
  const tickers = await get(`${API}/tickers?symbol=pf_xbtusd`)
  expect(tickers.body.tickers).toHaveLength(1)
  expect(tickers.body.tickers[0]).toMatchObject({ symbol: 'PF_XBTUSD', pair: 'BTC:USD', suspended: false })
  const { settled } = simulator.fundingOf('kraken', 'BTC/USD:USD')
  for (const path of [`${API}/historical-funding-rates`, '/kraken-futures/derivatives/api/v4/historicalfundingrates']) {
    const { rates } = (await get(`${path}?symbol=PF_XBTUSD`)).body
    const told = rates.map((one: { timestamp: string; relativeFundingRate: string }) => [
      Date.parse(one.timestamp),
      Number(one.relativeFundingRate),
    ])
    expect(told).toEqual(settled.map(({ time, rate }) => [time, Number(rate)]))
    expect(rates.length).toBeGreaterThanOrEqual(30)
  }
  simulator.pause()
  await pause(50)
  const { orderBook } = (await get(`${API}/orderbook?symbol=PF_PEPEUSD`)).body
  const wanted = truth('PEPE/USD:USD')
  simulator.resume()
  const pairs = (side: [string, string][]) => side.map(([price, size]) => [plain(price), plain(size)])
  expect({ bids: pairs(orderBook.bids), asks: pairs(orderBook.asks) }).toEqual(wanted)
  expect((await get(`${API}/instruments/PF_XBTUSD/status`)).body).toMatchObject({ tradeable: 'PF_XBTUSD' })
  expect(await get(`${API}/orderbook?symbol=PF_NOPEUSD`)).toMatchObject({ status: 400, body: { result: 'error' } })
  expect((await get(`${API}/sendorder`)).status).toBe(404)
})

test('halted products say `suspended` and their books rest; post-only is told; delisted ones are unknown', async () => {
  const client = await connect(simulator.origin, WS)
  subscribe(client, 'ticker', 'PF_XRPUSD')
  subscribe(client, 'book', 'PF_XRPUSD')
  simulator.script({ kind: 'halt', exchange: 'kraken', symbol: 'XRP/USD:USD' })
  simulator.script({ kind: 'maintenance', status: 'post_only' })
  await client.frame((text) => text.includes('"suspended":true') && text.includes('"post_only":true'))
  const from = client.frames.length
  await pause(300)
  expect(client.frames.slice(from).some((text) => text.includes('"feed":"book"'))).toBe(false)
  const one = async () =>
    (await get(`${API}/instruments`)).body.instruments.find((i: { symbol: string }) => i.symbol === 'PF_XRPUSD')
  expect(await one()).toMatchObject({ tradeable: false })
  simulator.script({ kind: 'delist', exchange: 'kraken', symbol: 'XRP/USD:USD' })
  await pause(50)
  expect(await one()).toBeUndefined()
  simulator.clearFaults()
  await pause(50)
  expect(await one()).toMatchObject({ tradeable: true, postOnly: false })
  client.close()
})

test('frames of one product alone can be lost: its sequence shows a gap', async () => {
  const client = await connect(simulator.origin, WS)
  subscribe(client, 'book', 'PF_XBTUSD', 'PF_ETHUSD')
  const seqs = (product: string) =>
    client.frames
      .filter((text) => text.startsWith(`{"feed":"book","product_id":"${product}"`))
      .map((text) => parse(text).seq)
  await until(() => seqs('PF_XBTUSD').length > 20, 'frames')
  simulator.script({ kind: 'drop', exchange: 'kraken', symbol: 'BTC/USD:USD', rate: 0.2, count: 5, seed: 3 })
  const from = seqs('PF_XBTUSD').length
  await until(() => seqs('PF_XBTUSD').length > from + 60 && seqs('PF_ETHUSD').length > 60, 'more')
  const gaps = (all: number[]) => all.filter((seq, i) => i > 0 && seq !== (all[i - 1] as number) + 1).length
  expect(gaps(seqs('PF_XBTUSD'))).toBeGreaterThan(0)
  expect(gaps(seqs('PF_ETHUSD'))).toBe(0)
  simulator.clearFaults()
  simulator.script({ kind: 'silent-marks', exchange: 'kraken' })
  subscribe(client, 'ticker', 'PF_ETHUSD')
  await pause(300)
  expect(client.frames.some((text) => text.includes('"feed":"ticker","bid"'))).toBe(false)
  simulator.clearFaults()
  client.close()
})

test('at the full hour the estimate becomes the rate, and stands in the history', async () => {
  // Sets the exchange's clock just before the hour.
  const untilHour = 3_600_000 - (Date.now() % 3_600_000)
  const own = await startSimulator({ seed: 1, symbols: 1, port: 0, clockOffsetMs: untilHour - 4_000 })
  const client = await connect(own.origin, WS)
  subscribe(client, 'ticker', 'PF_XBTUSD')
  const tickers = () => client.frames.filter((text) => text.includes('"feed":"ticker","bid"')).map(parse)
  const times = () => new Set(tickers().map((one) => Number(one.next_funding_rate_time)))
  await until(() => times().size === 2, 'the next hour')
  const [before, after] = [tickers()[0], tickers().at(-1)]
  expect(after.relative_funding_rate).toBe(before.relative_funding_rate_prediction)
  expect(Number(after.next_funding_rate_time) - Number(before.next_funding_rate_time)).toBe(3_600_000)
  const answer = await fetch(`${own.origin}${API}/historical-funding-rates?symbol=PF_XBTUSD`)
  const { rates } = (await answer.json()) as { rates: { timestamp: string; relativeFundingRate: number }[] }
  expect(Date.parse(rates.at(-1)?.timestamp ?? '')).toBe(Number(before.next_funding_rate_time))
  expect(rates.at(-1)?.relativeFundingRate).toBe(Number(after.relative_funding_rate))
  client.close()
  await own.stop()
})

test('a crossed book is on the wire for one change, and sound again with the next', async () => {
  const client = await connect(simulator.origin, WS)
  subscribe(client, 'book', 'PF_ETHUSD')
  await until(() => client.frames.length > 20, 'frames')
  simulator.script({ kind: 'crossed', exchange: 'kraken', symbol: 'ETH/USD:USD', rate: 1, count: 1 })
  const from = client.frames.length
  await until(() => client.frames.length > from + 60, 'more')
  const book = new PlainBook()
  const states: string[] = []
  for (const text of client.frames.slice(2)) {
    const frame = parse(text)
    if (frame.feed === 'book_snapshot') book.replace(levels(frame.bids), levels(frame.asks))
    else {
      const change = [[plain(frame.price), plain(frame.qty)]] as const
      book.apply(frame.side === 'buy' ? change : [], frame.side === 'sell' ? change : [])
    }
    const [bid, ask] = [Math.max(...[...book.bids.keys()].map(Number)), Math.min(...[...book.asks.keys()].map(Number))]
    const state = bid < ask ? 'sound' : 'crossed'
    if (states.at(-1) !== state) states.push(state)
  }
  expect(states).toEqual(['sound', 'crossed', 'sound'])
  simulator.clearFaults()
  client.close()
})

test('more than a hundred requests a second on a socket are refused', async () => {
  holdDate()
  const limited = await startSimulator({ seed: 1, symbols: 1, port: 0 })
  const client = await connect(limited.origin, WS)
  for (let i = 0; i < 250; i += 1) client.send({ event: 'subscribe', feed: 'heartbeat' })
  await client.frame((text) => text.includes('Rate limit exceeded'))
  await limited.stop()
})
