import { afterEach, expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { type Simulator, startSimulator } from '../../index.ts'
import { connect, PlainBook, pause, topOf, until, type WireClient } from '../../testing/wire-client.ts'

const WS = '/okx/ws/v5/public'
const HOUR = 3_600_000
const get = async (path: string) =>
  (await fetch(`${simulator.origin}/okx/api/v5${path}`)).json() as Promise<{ code: string; data: never[] }>
const subscribe = (client: WireClient, ...args: [channel: string, instId: string][]) =>
  client.send({ op: 'subscribe', args: args.map(([channel, instId]) => ({ channel, instId })) })
const data = (client: WireClient, channel: string, from = 0) =>
  client.frames
    .slice(from)
    .filter((text) => text.startsWith(`{"arg":{"channel":"${channel}"`))
    .map((text) => JSON.parse(text).data[0])

const simulator = await startSimulator({ seed: 2, symbols: 20, port: 0, speed: 10, limits: false })
afterFile(() => simulator.stop())
afterEach(() => simulator.clearFaults())

const drop = ([price, size]: [string, string]) => [price, size] as const

test('a swap book counts contracts and follows its sequence to the true book', async () => {
  const client = await connect(simulator.origin, WS)
  subscribe(client, ['books', 'BTC-USDT-SWAP'], ['bbo-tbt', 'PEPE-USDT-SWAP'], ['books5', 'PEPE-USDT-SWAP'])
  await until(() => data(client, 'books').length > 40 && data(client, 'books5').length > 5, 'updates')
  simulator.pause()
  await pause(250)
  const book = new PlainBook()
  let last = -1
  for (const { asks, bids, seqId, prevSeqId } of data(client, 'books')) {
    expect(prevSeqId).toBe(last)
    book.apply(bids.map(drop), asks.map(drop))
    last = seqId
  }
  const truth = simulator.perpBookOf('okx', 'BTC/USDT:USDT')
  const small = simulator.perpBookOf('okx', 'PEPE/USDT:USDT')
  const rest = await get('/market/books?instId=BTC-USDT-SWAP&sz=400')
  simulator.resume()
  expect(book.top(400)).toEqual(topOf(truth, 400))
  expect(last).toBe(truth.id)
  expect(rest.data).toMatchObject([
    { seqId: last, bids: truth.bids.map(([price, size]) => [price, size, '0', expect.any(String)]) },
  ])
  const [five, one] = [data(client, 'books5').at(-1), data(client, 'bbo-tbt').at(-1)]
  expect({ bids: five.bids.map(drop), asks: five.asks.map(drop) }).toEqual(topOf(small, 5))
  expect({ bids: one.bids.map(drop), asks: one.asks.map(drop) }).toEqual(topOf(small, 1))
  client.close()
})

test('the list tells the size of a contract; only the family names the currencies of a swap', async () => {
  const { data } = await get('/public/instruments?instType=SWAP')
  const listed = new Map(data.map((one: { instId: string }) => [one.instId, one]))
  expect(listed.get('BTC-USDT-SWAP')).toMatchObject({
    instType: 'SWAP',
    baseCcy: '',
    quoteCcy: '',
    settleCcy: 'USDT',
    instFamily: 'BTC-USDT',
    uly: 'BTC-USDT',
    ctType: 'linear',
    ctVal: '0.01',
    ctMult: '1',
    ctValCcy: 'BTC',
    lotSz: '0.01',
    minSz: '0.01',
    state: 'live',
  })
  const sizes = new Set(data.map((one: { ctVal: string }) => one.ctVal))
  expect(sizes.size).toBeGreaterThan(3)
  expect((await get('/public/instruments?instType=SWAP&instId=BTC-USDT-SWAP')).data).toHaveLength(1)
  expect(await get('/public/instruments?instType=SWAP&instId=BTC-USDT')).toMatchObject({ code: '51001' })
  expect((await get('/market/tickers?instType=SWAP')).data).toHaveLength(data.length)
})

test('funding, marks and indexes are the same on the stream and by REST, and true', async () => {
  const client = await connect(simulator.origin, WS)
  subscribe(client, ['funding-rate', 'ETH-USDT-SWAP'], ['mark-price', 'ETH-USDT-SWAP'], ['index-tickers', 'ETH-USDT'])
  const truths: ReturnType<Simulator['fundingOf']>[] = []
  const watched = () => truths.push(simulator.fundingOf('okx', 'ETH/USDT:USDT')) > 0
  await until(
    () => watched() && data(client, 'mark-price').length > 4 && data(client, 'index-tickers').length > 4,
    'marks',
  )
  simulator.pause()
  await pause(100)
  const { mark, index } = simulator.fundingOf('okx', 'ETH/USDT:USDT')
  expect(data(client, 'mark-price').at(-1)).toMatchObject({ instType: 'SWAP', instId: 'ETH-USDT-SWAP', markPx: mark })
  expect(data(client, 'index-tickers').at(-1)).toMatchObject({ instId: 'ETH-USDT', idxPx: index })
  simulator.resume()
  const [funding] = data(client, 'funding-rate')
  const told = [
    funding.fundingRate,
    Number(funding.fundingTime),
    funding.settFundingRate,
    Number(funding.prevFundingTime),
  ]
  expect(
    truths.map(({ rate, nextAt, settled }) => [rate, nextAt, settled.at(-1)?.rate, settled.at(-1)?.time]),
  ).toContainEqual(told)
  expect(Number(funding.nextFundingTime) - Number(funding.fundingTime)).toBe(8 * HOUR)
  expect(funding).toMatchObject({ instType: 'SWAP', method: 'current_period', nextFundingRate: '' })
  // A forecast that only changes is not sent again at once.
  expect(data(client, 'funding-rate').length).toBeLessThan(3)
  const one = await get('/public/funding-rate?instId=ETH-USDT-SWAP')
  expect(one.data).toMatchObject([{ fundingTime: funding.fundingTime, settFundingRate: funding.settFundingRate }])
  const all = await get('/public/funding-rate?instId=ANY')
  expect(all.data).toHaveLength(simulator.perpetuals('okx').length)
  expect((await get('/public/mark-price?instType=SWAP&instFamily=ETH-USDT')).data).toHaveLength(1)
  expect((await get('/market/index-tickers?quoteCcy=USDT')).data).toHaveLength(all.data.length)
  expect(await get('/public/funding-rate?instId=NOPE-USDT-SWAP')).toMatchObject({ code: '51001' })
  expect(await get('/public/mark-price')).toMatchObject({ code: '50014' })
  client.close()
})

test('the history is newest first and pages by time', async () => {
  const { settled } = simulator.fundingOf('okx', 'BTC/USDT:USDT')
  const path = '/public/funding-rate-history?instId=BTC-USDT-SWAP'
  const pairs = (page: { data: { fundingTime: string; realizedRate: string }[] }) =>
    page.data.map((one) => ({ time: Number(one.fundingTime), rate: one.realizedRate }))
  const wanted = [...settled].reverse()
  expect(pairs(await get(path))).toEqual(wanted)
  expect(pairs(await get(`${path}&limit=21`))).toEqual(wanted.slice(0, 21))
  const [fifth, tenth] = [wanted[5]?.time as number, wanted[10]?.time as number]
  expect(pairs(await get(`${path}&after=${fifth}&before=${tenth}`))).toEqual(wanted.slice(6, 10))
})

test('margin tiers in contracts, and daily borrow rates', async () => {
  const path = '/public/position-tiers?instType=SWAP&tdMode=isolated'
  const { data } = await get(`${path}&instFamily=BTC-USDT,ETH-USDT`)
  const tiers = data.filter((one: { instFamily: string }) => one.instFamily === 'BTC-USDT') as {
    tier: string
    minSz: string
    maxSz: string
    mmr: string
  }[]
  expect(tiers[0]).toMatchObject({
    tier: '1',
    minSz: '0',
    mmr: '0.004',
    imr: '0.008',
    maxLever: '125',
    uly: 'BTC-USDT',
  })
  // 300,000 USDT at some 90,000 a coin and 0.01 coin a contract.
  expect(Number(tiers[0]?.maxSz)).toBeGreaterThan(250)
  expect(Number(tiers[0]?.maxSz)).toBeLessThan(450)
  for (const [i, { minSz, mmr }] of tiers.entries()) {
    if (i === 0) continue
    expect(Number(minSz)).toBeCloseTo(Number(tiers[i - 1]?.maxSz) + 0.01, 6)
    expect(Number(mmr)).toBeGreaterThan(Number(tiers[i - 1]?.mmr))
  }
  expect(await get(path)).toMatchObject({ code: '50014' })
  expect(await get(`${path}&instFamily=NOPE-USDT`)).toMatchObject({ code: '51001' })
  const [loans] = (await get('/public/interest-rate-loan-quota')).data as { basic: { ccy: string; rate: string }[] }[]
  const btc = loans?.basic.find(({ ccy }) => ccy === 'BTC')
  expect(Number(btc?.rate) * 365).toBeCloseTo(0.005, 4)
  expect(Object.keys(loans ?? {}).sort()).toEqual(['basic', 'config', 'configCcyList', 'regular', 'vip'])
})

test('an interval that changes or is no longer stated is told at once; silent marks leave the books', async () => {
  const client = await connect(simulator.origin, WS)
  subscribe(client, ['funding-rate', 'SOL-USDT-SWAP'], ['books5', 'SOL-USDT-SWAP'])
  const interval = () => {
    const { fundingTime, nextFundingTime } = data(client, 'funding-rate').at(-1) ?? {}
    return nextFundingTime === '' ? null : (Number(nextFundingTime) - Number(fundingTime)) / HOUR
  }
  await until(() => interval() === 8, '8 h')
  for (const hours of [4, 1, null]) {
    simulator.script({ kind: 'funding-interval', exchange: 'okx', symbol: 'SOL/USDT:USDT', hours })
    await until(() => interval() === hours, `${hours} h`)
  }
  simulator.script({ kind: 'silent-marks', exchange: 'okx' })
  subscribe(client, ['mark-price', 'SOL-USDT-SWAP'])
  const from = client.frames.length
  await until(() => data(client, 'books5', from).length > 3, 'books')
  expect(data(client, 'mark-price')).toHaveLength(0)
  client.close()
})

test('an argument of a book is not taken for an argument of a fact; a delisted swap is unknown', async () => {
  const client = await connect(simulator.origin, WS)
  subscribe(client, ['funding-rate', 'BTC-USDT'], ['index-tickers', 'BTC-USDT-SWAP'], ['mark-price', 'NOPE-USDT-SWAP'])
  await until(() => client.frames.filter((text) => text.includes('60018')).length === 3, 'three refusals')
  simulator.script({ kind: 'delist', exchange: 'okx', symbol: 'XRP/USDT:USDT' })
  await pause(30)
  subscribe(client, ['mark-price', 'XRP-USDT-SWAP'], ['books', 'XRP-USDT-SWAP'], ['books', 'XRP-USDT'])
  await until(() => client.frames.filter((text) => text.includes('60018')).length === 5, 'two more')
  expect(await client.frame((text) => text.includes('"event":"subscribe"'))).toContain('XRP-USDT"')
  client.close()
})

test('at its time a payment is settled with the last forecast, and told at once', async () => {
  // Sets the exchange's clock just before the next payment.
  const now = Date.now()
  const own = await startSimulator({
    seed: 1,
    symbols: 1,
    port: 0,
    clockOffsetMs: 8 * HOUR - (now % (8 * HOUR)) - 4_000,
  })
  const client = await connect(own.origin, WS)
  subscribe(client, ['funding-rate', 'BTC-USDT-SWAP'])
  const paidAt = () => data(client, 'funding-rate').findIndex(({ settState }) => settState === 'processing')
  await until(() => paidAt() > 0, 'the payment')
  const [before, after] = data(client, 'funding-rate').slice(paidAt() - 1)
  expect(before.settState).toBe('settled')
  expect(after).toMatchObject({
    settState: 'processing',
    settFundingRate: before.fundingRate,
    prevFundingTime: before.fundingTime,
    fundingTime: before.nextFundingTime,
  })
  const body = await (
    await fetch(`${own.origin}/okx/api/v5/public/funding-rate-history?instId=BTC-USDT-SWAP&limit=1`)
  ).json()
  expect(body).toMatchObject({ data: [{ fundingTime: before.fundingTime, realizedRate: before.fundingRate }] })
  client.close()
  await own.stop()
})
