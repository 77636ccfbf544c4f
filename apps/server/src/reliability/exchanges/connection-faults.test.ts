import '../testing/world/virtual-parts.ts'
import type { BookSlot, ExchangeId } from '@makas/domain'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { cycles, isLongRun, seedFor } from '../../../../../scripts/run-length.ts'
import { seededRandom } from '../../adapters/system/randomness.ts'
import { ALL, percentile, startWorld, type World, warmWorld } from '../testing/world/world.ts'

const isBack = (world: World, exchange: ExchangeId) =>
  world.booksOf(exchange).every(({ acceptsDeltas }) => acceptsDeltas)
const attemptsAfter = (world: World, exchange: ExchangeId, at: number) =>
  world.gateway.attempts.filter((one) => one.exchange === exchange && one.time > at)

test('[F1] after a disconnect: no row of the exchange, a first try within 1 s, live again within 5 s', async (context) => {
  const { seed, world } = await warmWorld(context, 'F1', 11)
  const random = seededRandom(seed)
  const first: number[] = []
  const took: number[] = []
  const count = cycles(100)
  for (let cycle = 0; cycle < count; cycle++) {
    await world.pass(500 + random() * 4_000)
    const exchange = ALL[cycle % ALL.length] as ExchangeId
    const how = random() < 0.5 ? 'close' : 'reset'
    const losses = world.losses.length
    world.simulator.script({ exchange, kind: 'disconnect', how, count: 1 })
    await world.until('a loss', () => world.losses.length > losses, 1_000)
    const at = world.losses[losses]?.time ?? Number.NaN
    took.push(await world.until('live again', () => isBack(world, exchange)))
    first.push((attemptsAfter(world, exchange, at)[0]?.time ?? Number.NaN) - at)
  }
  const p95 = percentile(took, 0.95)
  recordFigure(context, {
    row: 'F1',
    wanted: '1st retry <= 1 s; live again <= 5 s p95',
    measured: `1st retry ${Math.max(...first)} ms at most; live again ${p95} ms p95 of ${count}`,
    seed,
  })
  expect(Math.max(...first)).toBeLessThanOrEqual(1_000)
  expect(p95).toBeLessThanOrEqual(5_000)
  expect(world.violations.slice(0, 5)).toEqual([])
})

test('[F1] an exchange that stays down is tried with doubling pauses of 15 s at most, then 60 s', async (context) => {
  const seed = seedFor('F1', 12)
  const world = await startWorld(context, { seed, symbols: 3, exchanges: ['okx', 'bybit'] })
  await world.until('all books', () => world.liveBooks > 0 && world.liveBooks === world.books.length)
  world.simulator.pause()
  const from = world.now
  world.simulator.script({ exchange: 'bybit', kind: 'down', forMs: 780_000 })
  await world.pass(780_000)
  const tries = attemptsAfter(world, 'bybit', from).filter(({ served }) => !served)
  const pauses = tries.slice(1).map(({ time }, index) => ({ time, ms: time - (tries[index]?.time ?? Number.NaN) }))
  const early = pauses.filter(({ time }) => time - from < 600_000).map(({ ms }) => ms)
  const late = pauses.filter(({ time }) => time - from > 661_000).map(({ ms }) => ms)
  const back = await world.until('live again', () => isBack(world, 'bybit'), 65_000)
  const served = attemptsAfter(world, 'bybit', from).find((one) => one.served)?.time ?? Number.NaN
  const healed = world.now - served
  recordFigure(context, {
    row: 'F1',
    wanted: 'pauses <= 15 s for 10 min, then 60 s; live <= 5 s after the try that finds it back',
    measured: `<= ${Math.max(...early)} ms, then ${Math.max(...late)} ms; live ${healed} ms after (${back} ms after it came back)`,
    seed,
  })
  expect(tries.length).toBeGreaterThan(40)
  expect(Math.max(...early)).toBeLessThanOrEqual(15_100)
  expect(Math.min(...late)).toBeGreaterThanOrEqual(59_900)
  expect(Math.max(...late)).toBeLessThanOrEqual(60_100)
  expect(healed).toBeLessThanOrEqual(5_000)
})

test('[F2] a dead line is noticed within 10 s and replaced within 12 s; its rows leave long before', async (context) => {
  const { seed, world } = await warmWorld(context, 'F2', 21)
  const noticed: number[] = []
  const replaced: number[] = []
  const count = isLongRun ? 40 : 4
  for (let cycle = 0; cycle < count; cycle++) {
    const exchange = ALL[cycle % ALL.length] as ExchangeId
    const losses = world.losses.length
    const from = world.now
    world.simulator.script({ exchange, kind: 'half-open' })
    await world.until('a loss', () => world.losses.slice(losses).some(({ slot }) => slot.exchange === exchange))
    noticed.push(world.now - from)
    expect(world.rowsOf(exchange)).toEqual([])
    world.simulator.clearFaults()
    await world.until('a new connection', () => attemptsAfter(world, exchange, from).some(({ served }) => served))
    replaced.push(world.now - from)
    await world.until('live again', () => isBack(world, exchange))
    await world.pass(3_000)
  }
  recordFigure(context, {
    row: 'F2',
    wanted: 'noticed <= 10 s, new connection <= 12 s',
    measured: `noticed ${Math.max(...noticed)} ms, new connection ${Math.max(...replaced)} ms at most of ${noticed.length}`,
    seed,
  })
  expect(Math.max(...noticed)).toBeLessThanOrEqual(10_000)
  expect(Math.max(...replaced)).toBeLessThanOrEqual(12_000)
  expect(world.violations.slice(0, 5)).toEqual([])
})

test('[F3] exchanges send nothing but pongs: rows leave at their limit, channels are subscribed anew, then connections replaced', async (context) => {
  const { seed, world } = await warmWorld(context, 'F3', 31)
  const from = world.now
  world.simulator.script({ kind: 'silent' })
  const left = new Map<BookSlot, number>()
  world.onPublished = () => {
    for (const slot of world.books) {
      if (!left.has(slot) && !slot.isLive(world.now)) left.set(slot, world.now - from - slot.ageLimitMs)
    }
  }
  const replaced = (exchange: ExchangeId) => attemptsAfter(world, exchange, from)[0]?.time
  await world.until('new connections', () => ALL.every((exchange) => replaced(exchange) !== undefined), 40_000)
  world.simulator.clearFaults()
  const back = await world.until('live again', () => ALL.every((exchange) => isBack(world, exchange)))
  for (const exchange of ALL) {
    const worst = Math.max(...world.booksOf(exchange).map((slot) => left.get(slot) ?? Number.POSITIVE_INFINITY))
    const after = (replaced(exchange) ?? Number.NaN) - from
    recordFigure(context, {
      row: 'F3',
      wanted: 'leaves live at its limit; all silent for 10 s: resubscribe, then reconnect',
      measured: `${exchange}: every book out within ${Math.max(0, worst)} ms of its limit; reconnected after ${after} ms, all live ${back} ms later`,
      seed,
    })
    expect(worst).toBeLessThanOrEqual(200)
    expect(after).toBeLessThanOrEqual(25_000)
  }
  expect(world.violations.slice(0, 5)).toEqual([])
})

test('[F3] one silent symbol leaves at its limit; REST shows another book, and the book is repaired', async (context) => {
  const { seed, world } = await warmWorld(context, 'F3', 32)
  const took: number[] = []
  for (const exchange of ALL) {
    const slot = world.booksOf(exchange).find(({ symbol }) => /^BTC.?USDT$/.test(symbol))
    if (slot === undefined) throw new Error(`no bitcoin on ${exchange}`)
    const { listing } = world.truth.instrumentOf(slot)
    const { length } = world.losses
    const others = world.booksOf(exchange).filter((one) => one !== slot)
    world.simulator.script({ exchange, symbol: listing.symbol, kind: 'silent', forMs: 6_000 })
    const from = world.now
    await world.until('it leaves', () => !slot.isLive(world.now), slot.ageLimitMs + 1_000)
    expect(world.now - from).toBeLessThanOrEqual(slot.ageLimitMs + 200)
    expect(world.rowsOf(slot)).toEqual([])
    expect(others.filter((one) => one.isLive(world.now)).length).toBeGreaterThanOrEqual(others.length - 1)
    await world.until('a gap', () => world.losses.length > length)
    expect(world.losses.slice(length).map((loss) => loss.slot.symbol)).toEqual([slot.symbol])
    await world.pass(Math.max(0, 6_500 - (world.now - from)))
    await world.until('live again', () => slot.isLive(world.now))
    took.push(world.now - from)
  }
  recordFigure(context, {
    row: 'F3',
    wanted: 'one silent symbol: out at its limit, found by REST, others untouched',
    measured: `a silence of 6 s is over after ${Math.max(...took)} ms at most`,
    seed,
  })
  expect(world.violations.slice(0, 5)).toEqual([])
})

test('[F4] every wanted subscription is confirmed or reported within 15 s', async (context) => {
  const seed = seedFor('F4', 41)
  const world = await startWorld(context, {
    seed,
    symbols: 60,
    // Some twelve of 240: with any seed at least one.
    faults: [
      { kind: 'lose-subscription', rate: 1 / 40, seed, forMs: 60_000 },
      { kind: 'refuse-subscription', rate: 1 / 40, seed: seed + 1, forMs: 60_000 },
    ],
  })
  await world.until('books', () => world.books.length > 0)
  await world.pass(16_000)
  const now = world.now
  let unaccounted = 0
  let missing = 0
  for (const exchange of ALL) {
    const { unconfirmed, refusedSubscriptions } = world.feed(exchange).status(now)
    const lost = world.booksOf(exchange).filter(({ acceptsDeltas }) => !acceptsDeltas).length
    missing += lost
    unaccounted += Math.max(0, lost - unconfirmed - refusedSubscriptions)
  }
  const { faults } = world.simulator.counters
  const struck = (faults['lose-subscription'] ?? 0) + (faults['refuse-subscription'] ?? 0)
  recordFigure(context, {
    row: 'F4',
    wanted: '100 % of wanted subscriptions confirmed or reported within 15 s',
    measured: `${world.books.length} wanted, ${struck} struck, ${missing} missing then, ${unaccounted} unaccounted`,
    seed,
  })
  expect(struck).toBeGreaterThan(0)
  expect(unaccounted).toBe(0)
  world.simulator.clearFaults()
  await world.until('all books', () => world.books.every(({ acceptsDeltas }) => acceptsDeltas), 90_000)
})
