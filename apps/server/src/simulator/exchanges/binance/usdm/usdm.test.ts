import { afterEach, describe, expect, test } from 'vitest'
import { afterFile } from '../../../../adapters/storage/testing/after-file.ts'
import { startSimulator } from '../../../index.ts'
import { holdDate } from '../../../testing/held-date.ts'
import { connect, PlainBook, pause, topOf, until, type WireClient } from '../../../testing/wire-client.ts'

const HOUR = 3_600_000
const BTC = 'BTC/USDT:USDT'
const open: WireClient[] = []

const request = async (path: string, origin = simulator.origin) => {
  const response = await fetch(`${origin}/binance-usdm${path}`)
  return { status: response.status, text: await response.text() }
}
const get = async (path: string) => JSON.parse((await request(path)).text)
async function client(path: string, origin = simulator.origin): Promise<WireClient> {
  const made = await connect(origin, `/binance-usdm${path}`)
  open.push(made)
  return made
}
const subscribed = async (path: string, ...params: string[]) => {
  const made = await client(path)
  made.send({ method: 'SUBSCRIBE', params, id: 1 })
  await made.frame((text) => text === '{"result":null,"id":1}')
  return made
}

const simulator = await startSimulator({ seed: 2, symbols: 24, port: 0, speed: 10 })
afterFile(() => simulator.stop())
afterEach(() => {
  simulator.clearFaults()
  for (const one of open.splice(0)) one.close()
})

describe('streams', () => {
  test('a book kept from the REST snapshot and the diffs by the futures rule equals the true one', async () => {
    const one = await client('/public/ws/btcusdt@depth@100ms')
    await until(() => one.frames.length > 3, 'diffs')
    const snapshot = await get('/fapi/v1/depth?symbol=BTCUSDT&limit=1000')
    const book = new PlainBook()
    book.replace(snapshot.bids, snapshot.asks)
    await until(() => one.frames.length > 60, 'diffs')
    simulator.pause()
    await pause(300)
    let last: number | undefined
    let jumps = 0
    for (const text of one.frames) {
      const diff = JSON.parse(text)
      expect(diff).toMatchObject({ e: 'depthUpdate', s: 'BTCUSDT', ps: 'BTCUSDT', st: 1 })
      expect(diff.T).toBeLessThanOrEqual(diff.E)
      expect(diff.U).toBeLessThanOrEqual(diff.u)
      expect(diff.U).toBeGreaterThan(diff.pu)
      if (diff.u < snapshot.lastUpdateId) continue
      if (last !== undefined) expect(diff.pu).toBe(last)
      else if (diff.pu !== snapshot.lastUpdateId) expect(diff.U).toBeLessThanOrEqual(snapshot.lastUpdateId)
      if (diff.U !== diff.pu + 1) jumps += 1
      book.apply(diff.b, diff.a)
      last = diff.u
    }
    const truth = simulator.perpBookOf('binance', BTC)
    simulator.resume()
    // The spot rule (U = last u + 1) would break at nearly every message.
    expect(jumps).toBeGreaterThan(25)
    expect(last).toBe(truth.id)
    expect(book.top(1_000)).toEqual(topOf(truth, 1_000))
  })

  test('snapshots join wherever they fall between two diffs', async () => {
    const one = await client('/public/ws/ethusdt@depth@500ms')
    await until(() => one.frames.length > 0, 'a diff')
    const ids: number[] = []
    for (let i = 0; i < 25; i += 1) {
      ids.push((await get('/fapi/v1/depth?symbol=ETHUSDT&limit=5')).lastUpdateId)
      await pause(15)
    }
    await pause(200)
    const diffs = one.frames.map((text) => JSON.parse(text))
    for (const id of ids) {
      const first = diffs.find((diff) => diff.u >= id)
      expect(first === undefined || first.U <= id || first.pu === id).toBe(true)
    }
    expect(ids.filter((id) => diffs.some((diff) => diff.u === id)).length).toBeGreaterThan(0)
    expect(ids.filter((id) => diffs.some((diff) => diff.U <= id && id < diff.u)).length).toBeGreaterThan(0)
  })

  test('partial books replace, best prices follow, combined sockets wrap', async () => {
    const one = await client('/public/stream?streams=solusdt@depth20@100ms/solusdt@bookTicker')
    await until(() => one.frames.length > 20, 'frames')
    simulator.pause()
    await pause(300)
    const truth = simulator.perpBookOf('binance', 'SOL/USDT:USDT')
    simulator.resume()
    const of = (stream: string) => JSON.parse(one.frames.findLast((text) => text.includes(`"${stream}"`)) ?? '').data
    const partial = of('solusdt@depth20@100ms')
    expect(partial).toMatchObject({ e: 'depthUpdate', b: truth.bids.slice(0, 20), a: truth.asks.slice(0, 20) })
    // A change below these levels is not sent.
    expect(partial.u).toBeLessThanOrEqual(truth.id)
    const [[bid], [ask]] = [truth.bids, truth.asks]
    expect(of('solusdt@bookTicker')).toMatchObject({
      ...{ e: 'bookTicker', s: 'SOLUSDT', b: bid?.[0], B: bid?.[1], a: ask?.[0], A: ask?.[1] },
    })
  })

  test('books are on /public, marks on /market; the wrong route is acknowledged and silent; no route is /public', async () => {
    const names = ['btcusdt@depth@100ms', 'btcusdt@markPrice@1s', 'nosuchcoin@depth@100ms']
    const [books, marks, bare, account] = await Promise.all(
      ['/public/ws', '/market/ws', '/ws', '/private/ws'].map((path) => subscribed(path, ...names)),
    )
    await pause(1_300)
    const kinds = (one: WireClient | undefined) =>
      [...new Set(one?.frames.slice(1).map((text) => JSON.parse(text).e))].sort()
    expect(kinds(books)).toEqual(['depthUpdate'])
    expect(kinds(marks)).toEqual(['markPriceUpdate'])
    expect(kinds(bare)).toEqual(['depthUpdate'])
    expect(kinds(account)).toEqual([])
    books?.send({ method: 'LIST_SUBSCRIPTIONS', id: 2 })
    expect(JSON.parse((await books?.frame((text) => text.includes('"id":2'))) ?? '').result).toEqual(names)
  })

  test('the array of marks holds the true mark of every perpetual, and contracts that a reader must leave out', async () => {
    simulator.pause()
    const one = await subscribed('/market/ws', '!markPrice@arr@1s')
    const text = await one.frame((frame) => frame.startsWith('[') && frame.includes('"BTCUSDT"'))
    const entries = JSON.parse(text) as Record<string, unknown>[]
    const btc = entries.find(({ s }) => s === 'BTCUSDT')
    const truth = simulator.fundingOf('binance', BTC)
    simulator.resume()
    expect(entries).toHaveLength(simulator.perpetuals('binance').length + 1)
    expect(btc?.p).toMatch(/^\d+\.\d{8}$/)
    expect([Number(btc?.p), Number(btc?.i), Number(btc?.r), btc?.T]).toEqual([
      Number(truth.mark),
      Number(truth.index),
      Number(truth.rate),
      truth.nextAt,
    ])
    expect(entries.filter(({ st }) => st === 2).map(({ s }) => s)).toEqual(['BTCUSD_PERP'])
    expect(await one.frame((frame) => frame.includes('XAUUSDT'))).not.toContain('BTCUSDT')
  })

  test('ten messages a second are served, more end the connection', async () => {
    holdDate()
    const one = await client('/public/ws')
    for (let id = 0; id < 9; id += 1) one.send({ method: 'LIST_SUBSCRIPTIONS', id })
    await until(() => one.frames.length === 9, 'nine answers')
    expect(one.end()).toBeUndefined()
    for (let id = 0; id < 24; id += 1) one.send({ method: 'LIST_SUBSCRIPTIONS', id })
    await until(() => one.end() !== undefined, 'the close')
    expect(one.end()?.code).toBe(1008)
  })
})

describe('REST', () => {
  test('exchangeInfo: steps that are not the precisions, multiples, and other contracts beside perpetuals', async () => {
    const { symbols, rateLimits } = await get('/fapi/v1/exchangeInfo')
    const of = (symbol: string) => symbols.find((one: { symbol: string }) => one.symbol === symbol)
    const filters = Object.fromEntries(
      of('BTCUSDT').filters.map((one: { filterType: string }) => [one.filterType, one]),
    )
    expect(filters.PRICE_FILTER.tickSize).toBe('0.10')
    expect(filters.LOT_SIZE).toMatchObject({ stepSize: '0.001', minQty: '0.001' })
    expect(filters.MIN_NOTIONAL.notional).toBe('50')
    expect(of('1000PEPEUSDT')).toMatchObject({ baseAsset: '1000PEPE', quoteAsset: 'USDT', contractType: 'PERPETUAL' })
    expect(of('XAUUSDT').contractType).toBe('TRADIFI_PERPETUAL')
    expect(of('BTCUSDT_261225').contractType).toBe('CURRENT_QUARTER')
    expect(rateLimits).toContainEqual({
      rateLimitType: 'REQUEST_WEIGHT',
      interval: 'MINUTE',
      intervalNum: 1,
      limit: 2400,
    })
    expect(of('BTCUSDT').pricePrecision).not.toBe(1)
  })

  test('premiumIndex and the history of payments are true; fundingInfo lists only perpetuals that deviate', async () => {
    const all = await get('/fapi/v1/premiumIndex')
    const one = await get('/fapi/v1/premiumIndex?symbol=BTCUSDT')
    const truth = simulator.fundingOf('binance', BTC)
    expect(all).toHaveLength(simulator.perpetuals('binance').length)
    expect(Number(one.lastFundingRate)).toBe(Number(truth.rate))
    expect(one.nextFundingTime).toBe(truth.nextAt)
    const history = await get('/fapi/v1/fundingRate?symbol=BTCUSDT&limit=30')
    expect(history).toHaveLength(30)
    expect(history.map((paid: { fundingRate: string }) => Number(paid.fundingRate))).toEqual(
      truth.settled.slice(-30).map(({ rate }) => Number(rate)),
    )
    for (const [i, paid] of history.entries()) {
      const late = paid.fundingTime - (truth.settled.at(i - 30)?.time ?? 0)
      expect(late).toBeGreaterThanOrEqual(0)
      expect(late).toBeLessThan(10)
    }
    const since = history[10].fundingTime
    const part = await get(`/fapi/v1/fundingRate?symbol=BTCUSDT&startTime=${since}&limit=5`)
    expect(part).toEqual(history.slice(10, 15))
    const hours = new Map(
      (await get('/fapi/v1/fundingInfo')).map((info: { symbol: string; fundingIntervalHours: number }) => [
        info.symbol,
        info.fundingIntervalHours,
      ]),
    )
    for (const symbol of simulator.perpetuals('binance')) {
      const id = all[simulator.perpetuals('binance').indexOf(symbol)].symbol
      expect(hours.get(id) ?? 8).toBe(simulator.fundingOf('binance', symbol).intervalHours)
    }
    expect(hours.size).toBeLessThan(all.length / 2)
    expect([...hours.values()]).toContain(4)
  })

  test.each([
    ['/fapi/v1/depth', 400, -1102],
    ['/fapi/v1/depth?symbol=NOPE', 400, -1121],
    ['/fapi/v1/depth?symbol=BTCUSDT&limit=30', 400, -4021],
    ['/fapi/v1/premiumIndex?symbol=NOPE', 400, -1121],
    ['/fapi/v1/fundingRate?symbol=NOPE', 400, -1121],
    ['/fapi/v1/fundingRate?symbol=BTCUSDT&limit=x', 400, -1130],
  ])('%s is refused', async (path, status, code) => {
    const answer = await request(path)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text).code).toBe(code)
  })

  test('each host answers only its own calls', async () => {
    expect((await request('/api/v3/time')).status).toBe(404)
    expect((await fetch(`${simulator.origin}/binance/fapi/v1/time`)).status).toBe(404)
    expect((await request('/dapi/v1/exchangeInfo')).text).toContain('"symbols":[]')
  })
})

describe('faults and time', () => {
  test('a payment falls due: the time moves on, and the last rate is in the history', async () => {
    const boundary = Math.ceil((Date.now() + 60_000) / (8 * HOUR)) * 8 * HOUR
    const own = await startSimulator({ seed: 1, symbols: 2, port: 0, clockOffsetMs: boundary - Date.now() - 4_000 })
    const one = await client('/market/ws/btcusdt@markPrice@1s', own.origin)
    await one.frame((text) => JSON.parse(text).T === boundary + 8 * HOUR)
    const marks = one.frames.map((text) => JSON.parse(text))
    const before = marks.findLast(({ T }) => T === boundary)
    const history = JSON.parse((await request('/fapi/v1/fundingRate?symbol=BTCUSDT&limit=1', own.origin)).text)
    await own.stop()
    expect(before.E).toBeLessThan(boundary)
    expect(history[0].fundingRate).toBe(before.r)
    expect(history[0].fundingTime - boundary).toBeLessThan(10)
  })

  test('[F19] a changed interval shows in fundingInfo and in the next time; a withheld one is not stated', async () => {
    const infoOf = async () =>
      (await get('/fapi/v1/fundingInfo')).find(({ symbol }: { symbol: string }) => symbol === 'BTCUSDT')
    const before = (await get('/fapi/v1/premiumIndex?symbol=BTCUSDT')).nextFundingTime
    expect(await infoOf()).toBeUndefined()
    const end = simulator.script({ kind: 'funding-interval', exchange: 'binance', symbol: BTC, hours: 1 })
    await until(() => simulator.fundingOf('binance', BTC).intervalHours === 1, 'the change')
    expect(await infoOf()).toMatchObject({ fundingIntervalHours: 1 })
    const { nextFundingTime, time } = await get('/fapi/v1/premiumIndex?symbol=BTCUSDT')
    expect(nextFundingTime).toBe((Math.floor(time / HOUR) + 1) * HOUR)
    end()
    expect(await infoOf()).toBeUndefined()
    expect((await get('/fapi/v1/premiumIndex?symbol=BTCUSDT')).nextFundingTime).toBe(before)
    simulator.script({ kind: 'funding-interval', exchange: 'binance', symbol: BTC, hours: null })
    await until(() => simulator.fundingOf('binance', BTC).intervalHours === null, 'the silence')
    expect(await infoOf()).not.toHaveProperty('fundingIntervalHours')
  })

  test('silent marks: books go on; silent marks of one market: only its entry is missing', async () => {
    const books = await subscribed('/public/ws', 'btcusdt@depth@100ms')
    const marks = await subscribed('/market/ws', '!markPrice@arr@1s', 'ethusdt@markPrice@1s')
    const end = simulator.script({ kind: 'silent-marks', exchange: 'binance', symbol: BTC })
    await pause(50)
    const from = marks.frames.length
    const array = await marks.frame((text) => text.startsWith('[') && text.includes('ETHUSDT'), from)
    expect(array).not.toContain('"BTCUSDT"')
    end()
    simulator.script({ kind: 'silent-marks', exchange: 'binance' })
    await pause(50)
    const [all, some] = [marks.frames.length, books.frames.length]
    await pause(1_300)
    expect(marks.frames).toHaveLength(all)
    expect(books.frames.length).toBeGreaterThan(some + 5)
  })

  test('faults by symbol strike the perpetual and leave the spot market of the same id alone', async () => {
    const perp = await subscribed('/public/ws', 'btcusdt@depth@100ms')
    const spot = await connect(simulator.origin, '/binance/ws/btcusdt@depth@100ms')
    open.push(spot)
    await until(() => perp.frames.length > 5 && spot.frames.length > 5, 'diffs')
    simulator.script({ kind: 'halt', exchange: 'binance', symbol: BTC })
    simulator.script({ kind: 'drop', exchange: 'binance', symbol: 'ETH/USDT:USDT', rate: 1 })
    await pause(100)
    const [halted, trading] = [perp.frames.length, spot.frames.length]
    await until(() => spot.frames.length > trading + 5, 'spot diffs')
    expect(perp.frames).toHaveLength(halted)
    const status = async (symbol: string) =>
      (await get('/fapi/v1/exchangeInfo')).symbols.find((one: { symbol: string }) => one.symbol === symbol)?.status
    expect(await status('BTCUSDT')).toBe('SETTLING')
    simulator.script({ kind: 'delist', exchange: 'binance', symbol: BTC })
    await until(() => simulator.fundingOf('binance', BTC) !== undefined, 'the list')
    await pause(50)
    expect(await status('BTCUSDT')).toBeUndefined()
    expect((await request('/fapi/v1/depth?symbol=BTCUSDT&limit=5')).status).toBe(400)
    simulator.script({ kind: 'relist', exchange: 'binance', symbol: BTC })
    const from = perp.frames.length
    const first = JSON.parse(await perp.frame((text) => text.includes('depthUpdate'), from))
    expect(first.pu).toBeLessThan(first.u)
    expect(first.u).toBeLessThan(10_000)
  })
})
