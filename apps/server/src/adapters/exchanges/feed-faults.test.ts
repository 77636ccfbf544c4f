import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXCHANGES } from '@makas/domain'
import { describe, expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { pause } from '../../http/testing/own-time.ts'
import { startSimulator } from '../../simulator/index.ts'
import { FastClock } from './testing/fast-clock.ts'
import { FeedRig } from './testing/feed-rig.ts'
import { differing, marketRig, marketsOf, trading } from './testing/market-rig.ts'

const HOUR_MS = 3_600_000

describe.concurrent.each(EXCHANGES)('%s', (exchange) => {
  test('[F2] a half-open connection is noticed within 10 s and replaced within 12 s', async (context) => {
    const { expect } = context
    const clock = new FastClock(3)
    const { rig, simulator } = await marketRig(context, exchange, { clock, limits: false })
    await rig.startWith(trading(10))
    const since = rig.now
    simulator.script({ exchange, kind: 'half-open' })
    await rig.until('the loss', () => rig.lost.length > 0)
    const noticedMs = (rig.lost[0]?.time ?? Number.NaN) - since
    expect(rig.lost.length).toBe(10)
    await rig.until('a new connection', () => rig.status().sockets > 0)
    const replacedMs = rig.now - since
    recordFigure(context, {
      row: 'F2',
      wanted: 'noticed <= 10 s, replaced <= 12 s',
      measured: `${exchange}: ${noticedMs} ms, ${replacedMs} ms`,
      seed: 1,
    })
    expect(noticedMs).toBeLessThanOrEqual(10_000)
    expect(replacedMs).toBeLessThanOrEqual(12_000)
    await rig.until('all books', () => rig.live === 10)
  })

  test('[F3] a connection that only answers pings is subscribed anew, then replaced', async (context) => {
    const { expect } = context
    const clock = new FastClock(6)
    const { rig, simulator } = await marketRig(context, exchange, { clock, limits: false })
    await rig.startWith(trading(10))
    const since = rig.now
    const subscribed = () => rig.controls.filter(({ kind }) => kind === 'subscribed').length
    const before = subscribed()
    simulator.script({ exchange, kind: 'silent' })
    await rig.until('new requests', () => subscribed() > before)
    expect(rig.now - since).toBeLessThanOrEqual(13_000)
    await rig.until('a new connection', () => rig.status().reconnects > 0)
    expect(rig.now - since).toBeLessThanOrEqual(30_000)
    simulator.clearFaults()
    await rig.until('all books', () => rig.live === 10)
    expect(await differing(rig, simulator)).toEqual([])
  })

  test('[F3] REST confirms a quiet book; a difference is a gap', async (context) => {
    const { expect } = context
    // Real time: a faster clock makes books look late, and late books are not compared with REST.
    const { rig, simulator } = await marketRig(context, exchange, { limits: false })
    await rig.startWith(trading(3))
    simulator.pause()
    await pause(500)
    const [same, different] = rig.books
    if (same === undefined || different === undefined) throw new Error('no books')
    const { receivedAt, version } = same
    rig.feed.confirm(same)
    await rig.until('the confirmation', () => same.receivedAt > receivedAt)
    expect(same.version).toBe(version)
    simulator.resume()
    const symbol = marketsOf(rig).get(different.symbol) ?? ''
    const end = simulator.script({ exchange, kind: 'silent', symbol })
    await pause(1_500)
    rig.feed.confirm(different)
    await rig.until('the gap', () => rig.lost.some(({ reason }) => reason === 'gap'))
    end()
    expect(rig.lost.filter(({ reason }) => reason === 'gap').map((one) => one.symbol)).toEqual([different.symbol])
    await rig.until('all books', () => rig.live === 3)
  })

  test('[F4] a subscription that was lost is confirmed or reported within 15 s', async (context) => {
    const { expect } = context
    const clock = new FastClock(8)
    const { rig, simulator } = await marketRig(context, exchange, { clock, limits: false, symbols: 20 })
    simulator.script({ exchange, kind: 'lose-subscription', count: 1, seed: 3 })
    rig.feed.start()
    await rig.until('a list', () => rig.listed.length > 0)
    const since = rig.now
    rig.want(trading(20)(rig.listed))
    await rig.until('19 books', () => rig.live >= 19)
    // On Binance the first version of a book comes by REST and does not prove the subscription.
    const isStreamed = () => rig.books.every(({ version }) => version > (exchange === 'binance' ? 1 : 0))
    await rig.until('an answer for each', () => isStreamed() || rig.status().unconfirmed > 0)
    const tookMs = rig.now - since
    recordFigure(context, { row: 'F4', wanted: '<= 15 s', measured: `${exchange}: ${tookMs} ms`, seed: 3 })
    expect(tookMs).toBeLessThanOrEqual(15_000)
  })

  test('[F4] a refused subscription is counted and takes no other with it', async (context) => {
    const { expect } = context
    const clock = new FastClock(8)
    const { rig, simulator } = await marketRig(context, exchange, { clock, limits: false })
    simulator.script({ exchange, kind: 'refuse-subscription', rate: 0.1, seed: 2 })
    rig.feed.start()
    await rig.until('a list', () => rig.listed.length > 0)
    rig.want(trading(20)(rig.listed))
    await rig.until('each one there or reported', () => {
      const { refusedSubscriptions, unconfirmed } = rig.status()
      return rig.live + refusedSubscriptions + unconfirmed >= rig.slots.size
    })
    expect(rig.live).toBeGreaterThanOrEqual(12)
  })
})

test('[F17] a Kraken maintenance is shown at once and asked about at most once a minute', async (context) => {
  const clock = new FastClock(60)
  const { rig, simulator } = await marketRig(context, 'kraken', { clock, limits: false })
  await rig.startWith(trading(10))
  simulator.script({ exchange: 'kraken', kind: 'maintenance', ms: 50 })
  await rig.until('the notice', () => rig.status().state === 'maintenance')
  simulator.script({ exchange: 'kraken', kind: 'down' })
  await rig.until('the loss', () => rig.lost.length === 10)
  const failures = () => rig.logs.filter(({ event }) => event === 'feed.connect-failed').length
  const since = rig.now
  await rig.until('five minutes', () => rig.now - since > 300_000)
  expect(failures()).toBeGreaterThanOrEqual(2)
  expect(failures()).toBeLessThanOrEqual(5)
  simulator.clearFaults()
  await rig.until('all books', () => rig.live === 10)
  expect(rig.status().state).toBe('live')
})

test('[F17] a Binance shutdown notice is answered by a new connection before the old one ends', async (context) => {
  const { rig, simulator } = await marketRig(context, 'binance')
  await rig.startWith(trading(20))
  simulator.script({ exchange: 'binance', kind: 'server-shutdown', ms: 6_000 })
  await rig.until('the hand-over', () => rig.logs.some(({ event }) => event === 'feed.connection-replaced'))
  expect(rig.lost).toEqual([])
  expect(rig.status().sockets).toBe(1)
  expect(await differing(rig, simulator)).toEqual([])
  expect(rig.lost).toEqual([])
})

test('[F22] before the forced disconnect of 24 h a new connection takes over without a lost book', async (context) => {
  const clock = new FastClock(1)
  const { rig, simulator } = await marketRig(context, 'binance', { clock })
  await rig.startWith(trading(20))
  clock.skip(24 * HOUR_MS - 11 * 60_000)
  await pause(1_000)
  expect(rig.status().sockets).toBe(1)
  expect(rig.status().reconnects).toBe(0)
  clock.skip(6 * 60_000 + 1_000)
  await rig.until('the hand-over', () => rig.logs.some(({ event }) => event === 'feed.connection-replaced'))
  expect(rig.lost).toEqual([])
  expect(rig.status()).toMatchObject({ sockets: 1, reconnects: 1, state: 'live' })
  expect(await differing(rig, simulator)).toEqual([])
  recordFigure(context, { row: 'F22', wanted: '0 s without live data', measured: '0 books lost of 20', seed: 1 })
})

test('[F18] a delisted instrument is gone from the list within 60 s', async (context) => {
  const clock = new FastClock(20)
  const { rig, simulator } = await marketRig(context, 'okx', { clock, limits: false })
  await rig.startWith(trading(5))
  const symbol = rig.books[0]?.symbol ?? ''
  simulator.script({ exchange: 'okx', kind: 'delist', symbol: symbol.replace('-', '/') })
  const since = rig.now
  const isTrading = () => rig.listed.some((one) => one.symbol === symbol && one.status === 'trading')
  await rig.until('its end', () => !isTrading())
  expect(rig.now - since).toBeLessThanOrEqual(60_000)
})

test.for(['429', '418'] as const)(
  '[F20] after %s nothing is asked before Retry-After ends, also after a restart',
  async (kind, context) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'bans-'))
    const simulator = await startSimulator({ seed: 1, symbols: 5, port: 0 })
    const end = simulator.script({ exchange: 'binance', kind, retryAfterS: 10 })
    const first = new FeedRig({ exchange: 'binance', origin: simulator.origin, dataDir })
    first.feed.start()
    await first.until('the ban', () => first.status().state === 'rate-limited')
    end()
    expect(first.status()).toMatchObject({ bans: 1, reason: kind === '429' ? 'too-many-requests' : 'banned' })
    const bannedUntil = first.status().bannedUntil ?? 0
    await first.stop(true)
    const second = new FeedRig({ exchange: 'binance', origin: simulator.origin, dataDir })
    second.feed.start()
    const other = new FeedRig({ exchange: 'okx', origin: simulator.origin })
    await other.startWith(trading(3))
    await pause(500)
    expect(second.status().state).toBe('rate-limited')
    expect(second.listed).toEqual([])
    expect(other.status().state).toBe('live')
    expect(simulator.counters.requestsWhileBanned).toBe(0)
    await second.until('a list', () => second.listed.length > 0)
    expect(second.now).toBeGreaterThanOrEqual(bannedUntil)
    expect(simulator.counters.requestsWhileBanned).toBe(0)
    recordFigure(context, {
      row: 'F20',
      wanted: '0 requests before Retry-After ends, also after a restart; the ban time is stored',
      measured: `${kind}: ${simulator.counters.requestsWhileBanned} requests; first list ${second.now - bannedUntil} ms after its end`,
      seed: 1,
    })
    await Promise.all([second.stop(true), other.stop()])
    await simulator.stop()
    rmSync(dataDir, { recursive: true, force: true })
  },
)

test('[F21] a start with all books stays within the limits that the exchange counts', async (context) => {
  const { rig, simulator } = await marketRig(context, 'binance', { symbols: 120 })
  await rig.startWith(trading(1_000))
  expect(rig.slots.size).toBeGreaterThan(200)
  expect(simulator.counters.refusals).toBe(0)
  expect(rig.status().bans).toBe(0)
})

test('[F24] an exchange that went away and came back is live again without a restart', async () => {
  const simulator = await startSimulator({ seed: 1, symbols: 5, port: 0 })
  const rig = new FeedRig({ exchange: 'okx', origin: simulator.origin })
  await rig.startWith(trading(5))
  await simulator.stop()
  await rig.until('the loss', () => rig.lost.length === 5)
  await rig.until('failing', () => rig.logs.some(({ event }) => event === 'feed.connect-failed'))
  expect(rig.status().reason).toBe('unreachable')
  const again = await startSimulator({ seed: 1, symbols: 5, port: simulator.port })
  await rig.until('all books', () => rig.live === 5)
  await rig.stop()
  await again.stop()
})
