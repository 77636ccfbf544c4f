import { expect, type TestContext, test } from 'vitest'
import type { FastClock } from '../testing/fast-clock.ts'
import { levelsOf } from '../testing/feed-rig.ts'
import { plainFacts } from '../testing/plain-facts.ts'
import { type Script, type ScriptedServer, scriptedPerps } from '../testing/scripted-server.ts'

const HOUR = 3_600_000
/** Window of the check, a little less than the limits' 2 s: calls are noted on arrival, some ms after sending. */
const WINDOW_MS = 1_800
const ok = (...data: unknown[]) => ({ code: '0', msg: '', data })
const baseOf = (swap: string) => swap.split('-')[0] ?? ''

/** OKX by its documentation: contracts of 0.1 coins, payments each 8 h. */
class Okx implements Script {
  readonly prefix = '/okx'
  readonly swaps: readonly string[]
  fundingAt: number
  /** Payments that the history lists, the latest first. */
  readonly payments: number[]
  readonly #clock: FastClock

  constructor(swaps: readonly string[], clock: FastClock) {
    this.swaps = swaps
    this.#clock = clock
    this.fundingAt = Math.ceil(clock.now() / HOUR) * HOUR + HOUR
    this.payments = Array.from({ length: 3 }, (_, at) => this.fundingAt - (at + 1) * 8 * HOUR)
  }

  rest(path: string, query: URLSearchParams): unknown {
    const instId = query.get('instId') ?? ''
    switch (path) {
      case '/api/v5/public/instruments':
        return query.get('instType') === 'SWAP' ? ok(...this.swaps.map(swapEntry)) : ok(SPOT_ENTRY)
      case '/api/v5/public/time':
        return ok({ ts: String(this.#clock.now()) })
      case '/api/v5/public/funding-rate':
        return ok(...this.swaps.map((swap) => this.funding(swap)))
      case '/api/v5/public/funding-rate-history':
        return ok(
          ...this.payments.map((at) => ({
            instId,
            fundingRate: '0.0002',
            realizedRate: '0.0001',
            fundingTime: String(at),
          })),
        )
      case '/api/v5/public/position-tiers':
        return ok(...(query.get('instFamily') ?? '').split(',').map(tierEntry))
      case '/api/v5/public/interest-rate-loan-quota':
        return ok({ basic: [{ ccy: 'BTC', quota: '10', rate: '0.0001' }] })
      default:
        return path === '/api/v5/market/tickers' ? ok() : null
    }
  }

  funding(instId: string) {
    const [fundingTime, nextFundingTime] = [this.fundingAt, this.fundingAt + 8 * HOUR].map(String)
    return { instId, instType: 'SWAP', fundingRate: '-0.00025', fundingTime, nextFundingTime, settState: 'settled' }
  }

  answer(text: string): readonly unknown[] {
    if (text === 'ping') return ['pong']
    const { id, op, args } = JSON.parse(text) as { id: string; op: string; args: { channel: string; instId: string }[] }
    return args.flatMap((arg) => {
      const ack = { id, event: op, arg, connId: 'x' }
      return op === 'subscribe' ? [ack, ...this.#first(arg)] : [ack]
    })
  }

  #first(arg: { channel: string; instId: string }): readonly unknown[] {
    const ts = String(this.#clock.now())
    switch (arg.channel) {
      case 'books': {
        const book = {
          asks: [['2', '30', '0', '1']],
          bids: [['1', '50', '0', '1']],
          ts,
          checksum: 0,
          seqId: 5,
          prevSeqId: -1,
        }
        return [{ arg, action: 'snapshot', data: [book] }]
      }
      case 'mark-price':
        return [{ arg, data: [{ instType: 'SWAP', instId: arg.instId, markPx: '1.5', ts }] }]
      default:
        return [{ arg, data: [this.funding(arg.instId)] }]
    }
  }
}

const SPOT_ENTRY = {
  instType: 'SPOT',
  instId: 'BTC-USDT',
  baseCcy: 'BTC',
  quoteCcy: 'USDT',
  lotSz: '1',
  minSz: '1',
  tickSz: '1',
  state: 'live',
}
const swapEntry = (instId: string) => ({
  instType: 'SWAP',
  instId,
  uly: instId.replace('-SWAP', ''),
  settleCcy: 'USDT',
  ctType: 'linear',
  ctVal: '0.1',
  ctMult: '1',
  ctValCcy: baseOf(instId),
  lotSz: '1',
  minSz: '1',
  tickSz: '0.1',
  state: 'live',
})
const tierEntry = (instFamily: string) => ({ instFamily, tier: '1', minSz: '0', maxSz: '100', mmr: '0.004' })

const start = (context: TestContext, swaps: readonly string[], factor: number) =>
  scriptedPerps(context, 'okx', factor, (clock) => new Okx(swaps, clock))

const asked = ({ calls }: ScriptedServer, name: string) => calls.filter(({ path }) => path === `/api/v5/public/${name}`)

test('swaps come with their books, marks, rates, payments, tiers and borrow rates', async (context) => {
  const { server, rig, exchange } = await start(context, ['BTC-USDT-SWAP', 'ETH-USDT-SWAP'], 5)
  await rig.startWith((listed) => listed.map(({ symbol }) => symbol))
  const of = (kind: string, symbol: string) =>
    plainFacts(rig.facts).find((fact) => fact[0] === kind && fact[1] === symbol)
  const kinds = ['mark', 'rate', 'interval', 'settled', 'tiers']
  await rig.until('all facts', () => kinds.every((kind) => of(kind, 'ETH-USDT-SWAP') !== undefined))
  expect(levelsOf(rig.slot('BTC-USDT-SWAP'), 'bids', 5)).toEqual([['1', '50']])
  expect(rig.slot('BTC-USDT-SWAP').sizeUnit).toBe('contracts')
  expect(kinds.map((kind) => of(kind, 'BTC-USDT-SWAP')?.slice(2))).toEqual([
    ['1.5', null],
    ['-0.00025', exchange.fundingAt],
    [8],
    exchange.payments.map((at) => [at, '0.0001']),
    ['quantity', ['0', '0.004']],
  ])
  expect(plainFacts(rig.facts)).toContainEqual(['borrow', ['BTC', '0.0365']])
  expect([rig.refused, rig.status().unconfirmed, rig.status().refusedSubscriptions]).toEqual([[], 0, 0])
  // Ticking marks on the connection of the books would hide that all books are silent.
  const socketsOf = (channel: string) =>
    new Set(server.sent.filter(({ text }) => text.includes(`"${channel}"`)).map(({ socket }) => socket))
  expect([...socketsOf('books')].filter((socket) => socketsOf('mark-price').has(socket))).toEqual([])
  expect(socketsOf('mark-price')).toEqual(socketsOf('funding-rate'))
  expect(asked(server, 'position-tiers').map(({ query }) => query.get('instFamily'))).toEqual(['BTC-USDT,ETH-USDT'])
})

test('after a settlement its payment is asked for within two minutes', async (context) => {
  const { clock, exchange, server, rig } = await start(context, ['BTC-USDT-SWAP'], 50)
  await rig.startWith(['BTC-USDT-SWAP'])
  await rig.until('the first history', () => asked(server, 'funding-rate-history').length === 1)
  const settledAt = exchange.fundingAt
  clock.skip(settledAt - clock.now() + 1_000)
  exchange.payments.unshift(settledAt)
  exchange.fundingAt += 4 * HOUR
  server.push(
    { arg: { channel: 'funding-rate', instId: 'BTC-USDT-SWAP' }, data: [exchange.funding('BTC-USDT-SWAP')] },
    'funding-rate',
  )
  await rig.until('the payment', () =>
    rig.facts.some((fact) => fact.kind === 'settled' && fact.rates.some(({ time }) => time === settledAt)),
  )
  expect(clock.now() - settledAt).toBeLessThan(120_000)
})

test('[F21] both markets together stay within 70 % of each call’s limit', async (context) => {
  const swaps = Array.from({ length: 40 }, (_, at) => `C${at}-USDT-SWAP`)
  const { server, rig } = await start(context, swaps, 10)
  await rig.startWith(swaps)
  await rig.until('every history', () => asked(server, 'funding-rate-history').length === swaps.length)
  // Documented calls in 2 s: 20 for lists, 40 for books, 2 for borrow rates, 10 for each other call made here.
  const limits: Readonly<Record<string, number>> = {
    instruments: 20,
    tickers: 20,
    books: 40,
    'interest-rate-loan-quota': 2,
  }
  const worst = new Map<string, number>()
  for (const { path, time } of server.calls) {
    const name = path.split('/').at(-1) ?? ''
    const count = server.calls.filter(
      (call) => call.path === path && call.time > time - WINDOW_MS && call.time <= time,
    ).length
    worst.set(name, Math.max(worst.get(name) ?? 0, count / (limits[name] ?? 10)))
  }
  expect(worst.size).toBeGreaterThan(5)
  expect([...worst].filter(([, share]) => share > 0.7)).toEqual([])
})
