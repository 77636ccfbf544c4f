import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { RestClient } from '../../exchanges/_shared/rest/rest-client.ts'
import { ownLimits } from '../../exchanges/_shared/talk/address-limits.ts'
import { verdictOf } from '../../exchanges/_shared/talk/verdict.ts'
import { binance } from '../../exchanges/binance/map.ts'
import { banFile } from '../../system/files/ban-file.ts'
import { createSystemClock } from '../../system/system-clock.ts'
import { ORDER } from '../testing/order.ts'
import { CallRefusal } from './account-api.ts'
import { Askers } from './askers.ts'
import { AddressBans } from './bans.ts'
import { Orders } from './orders/orders.ts'
import { Questions } from './question.ts'
import type { Reply } from './send.ts'

const KEY = { apiKey: 'key', secret: Buffer.from('a secret of enough bytes').toString('base64'), passphrase: 'words' }
const clock = createSystemClock()
const MINUTES = 10 * 60_000

type Exchange = 'binance' | 'okx' | 'bybit' | 'kraken'

/** Signed calls that are all answered alike, in a data folder of their own, and what the test asks of them. */
function signedCalls(exchange: Exchange, answer: () => Reply, isTestnet = false) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bans-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const asked: string[] = []
  const send = async ({ url }: { readonly url: URL }) => {
    asked.push(url.host)
    return answer()
  }
  const askers = new Askers({ clock, originOf: () => null, send, bans: new AddressBans(dataDir, clock) })
  const world = { exchange, isTestnet, isDemo: false }
  const permissions = { read: true, spotTrade: true, futuresTrade: true, withdraw: false, transfer: false }
  const orders = new Orders(askers, clock)
  return {
    dataDir,
    asked,
    balances: () => new Questions(askers).balances(world, KEY, permissions),
    place: () => orders.place(world, KEY, ORDER, Date.now() + 5_000),
    find: () => orders.find(world, KEY, ORDER, (look) => look()),
    ask: () => askers.of(world, KEY).ask({ api: 'private', path: 'account' }),
  }
}

const refusedWith = (status: number, body: unknown, retryAfter?: string): Reply => ({
  status,
  text: typeof body === 'string' ? body : JSON.stringify(body),
  retryAfter,
})

describe('[F20] after an exchange has told a ban', () => {
  const until = clock.now() + MINUTES
  const told = { code: -1003, msg: `Way too much request weight used; IP banned until ${until}.` }
  test.each([
    ['binance', refusedWith(418, told, '600')],
    ['binance', refusedWith(418, told)],
    ['binance', refusedWith(429, { code: -1003, msg: 'Too many requests.' }, '600')],
    ['okx', refusedWith(429, { code: '50011', msg: 'Too Many Requests' }, '600')],
    ['bybit', refusedWith(403, 'access too frequent')],
    ['kraken', refusedWith(429, 'too many', '600')],
  ] as const)('nothing more is asked of %s until it ends, by no kind of call (%#)', async (exchange, reply) => {
    const calls = signedCalls(exchange, () => reply)
    const first = await calls.balances()
    expect(first).toMatchObject({ kind: 'unreachable', why: 'rate-limited' })
    const end = 'until' in first ? (first.until ?? 0) : 0
    expect(Math.abs(end - until)).toBeLessThan(30_000)
    expect(await calls.balances()).toEqual({ kind: 'unreachable', why: 'rate-limited', until: end })
    expect(await calls.place()).toEqual({ kind: 'refused', why: 'busy', until: end })
    expect(await calls.find()).toEqual({ kind: 'unknown', why: 'rate-limited', until: end })
    expect(calls.asked).toHaveLength(1)
  })

  test.each([
    ['okx', refusedWith(200, { code: '50011', msg: 'Too Many Requests' })],
    ['okx', refusedWith(429, { code: '50011', msg: 'Too Many Requests' })],
    ['bybit', refusedWith(200, { retCode: 10_006, retMsg: 'Too many visits!' })],
    ['kraken', refusedWith(200, { error: ['EAPI:Rate limit exceeded'] })],
    ['binance', refusedWith(429, { code: -1015, msg: 'Too many new orders.' })],
  ] as const)('a limit of the key alone stops nobody else on %s (%#)', async (exchange, reply) => {
    const calls = signedCalls(exchange, () => reply)
    await expect(calls.ask()).rejects.toThrow(CallRefusal)
    await expect(calls.ask()).rejects.toThrow(CallRefusal)
    expect(calls.asked).toHaveLength(2)
  })

  test('the test network is another address', async () => {
    const live = signedCalls('binance', () => refusedWith(418, told))
    await live.balances()
    expect(banFile(live.dataDir, 'binance').read(clock.now())?.until).toBe(until)
    expect(banFile(live.dataDir, 'binance-usdm').read(clock.now())?.until).toBe(until)
    expect(banFile(live.dataDir, 'binance-testnet').read(clock.now())).toBeNull()
  })
})

/** The public calls to Binance's spot host; one that is sent fails, since nobody listens. */
function publicCalls(dataDir: string) {
  const bans: number[] = []
  const client = new RestClient({
    base: 'http://127.0.0.1:9',
    protocol: binance,
    limits: ownLimits({ rest: { count: 6_000, perMs: 60_000 }, connects: [] }, () => clock.now()),
    verdict: verdictOf,
    clock,
    bans: banFile(dataDir, 'binance'),
    onBan: ({ until }) => bans.push(until),
  })
  onTestFinished(() => client.stop())
  return { bans, client, ask: () => client.get({ path: '/api/v3/time', weight: 1 }, 'clock') }
}

describe('[F20] the side that hears of a ban first tells the other', () => {
  const until = clock.now() + MINUTES
  const msg = `Way too much request weight used; IP banned until ${until}.`

  test('signed calls tell the feed', async () => {
    const calls = signedCalls('binance', () => refusedWith(418, { code: -1003, msg }))
    const { ask, bans } = publicCalls(calls.dataDir)
    expect(await ask()).toMatchObject({ kind: 'failed', reason: 'unreachable' })
    await calls.balances()
    expect(await ask()).toMatchObject({ kind: 'failed', reason: 'limited' })
    // The end is told on as a length of time, so that a few ms are added.
    expect(bans.map((end) => end >= until && end < until + 5_000)).toEqual([true])
  })

  test('the feed tells signed calls', async () => {
    const calls = signedCalls('binance', () => ({ status: 200, text: '{"balances":[]}' }))
    const { client } = publicCalls(calls.dataDir)
    client.hold('banned', MINUTES)
    const answer = await calls.balances()
    expect(answer).toMatchObject({ kind: 'unreachable', why: 'rate-limited', until: client.ban(clock.now())?.until })
    expect(calls.asked).toEqual([])
  })
})

test('[F21] questions give way where the exchange counts most of the weight of our address as used, orders do not', async () => {
  const calls = signedCalls('binance', () => ({ status: 200, text: '{"balances":[],"orderId":7}', usedWeight: 5_400 }))
  await calls.ask()
  expect(await calls.balances()).toMatchObject({ kind: 'unreachable', why: 'rate-limited' })
  expect(calls.asked).toHaveLength(1)
  expect(await calls.place()).toMatchObject({ kind: 'accepted' })
})
