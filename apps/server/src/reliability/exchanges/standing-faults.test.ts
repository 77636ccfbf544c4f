import '../testing/world/virtual-parts.ts'
import type { BookSlot, ExchangeId } from '@makas/domain'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, seedFor } from '../../../../../scripts/run-length.ts'
import { ALL, startWorld, warmWorld } from '../testing/world/world.ts'

const SYMBOLS = 12

test.for(['cancel_only', 'post_only', 'maintenance'] as const)(
  '[F17] Kraken is in %s: its rows leave within 1 s, nobody knocks more than once a minute',
  async (status, context) => {
    const { seed, world } = await warmWorld(context, 'F17', 171)
    await world.until('a row of it', () => world.booksOf('kraken').length > 0)
    const minutes = isLongRun ? 30 : 4
    const from = world.now
    world.simulator.script({ exchange: 'kraken', kind: 'maintenance', status, forMs: minutes * 60_000, ms: 3_000 })
    const left = await world.until(
      'its rows leave',
      () => world.booksOf('kraken').every((slot) => !slot.isLive(world.now)),
      5_000,
    )
    expect(world.rowsOf('kraken')).toEqual([])
    expect(world.feed('kraken').status(world.now).state).toBe('maintenance')
    const before = world.gateway.attempts.length
    // The other exchanges are paused: only connection attempts matter now.
    world.simulator.pause()
    await world.pass(minutes * 60_000 - (world.now - from))
    const knocks = world.gateway.attempts.slice(before).filter(({ exchange }) => exchange === 'kraken')
    const alarms = world.logs.filter(({ time, event }) => time > from && event === 'feed.maintenance').length
    world.simulator.resume()
    const back = await world.until(
      'live again',
      () => world.booksOf('kraken').every((slot) => slot.acceptsDeltas && !slot.halted),
      80_000,
    )
    recordFigure(context, {
      row: 'F17',
      wanted: 'rows leave <= 1 s; retry <= 1 a min; no alarm storm',
      measured: `${status}: left after ${left} ms, ${knocks.length} tries in ${minutes} min, ${alarms} alarms, live ${back} ms after its end`,
      seed,
    })
    expect(left).toBeLessThanOrEqual(1_000)
    expect(knocks.length).toBeLessThanOrEqual(minutes + 1)
    expect(alarms).toBeLessThanOrEqual(minutes + 1)
    expect(world.violations.slice(0, 5)).toEqual([])
  },
)

test('[F17] Binance announces its shutdown: a new connection stands before the old connection ends', async (context) => {
  const { seed, world } = await warmWorld(context, 'F17', 172)
  world.simulator.script({ kind: 'server-shutdown', ms: 10_000 })
  // Ends before the announced shutdown, which in the simulator ends the new connection, too.
  await world.pass(8_000)
  const lost = world.losses.filter(({ slot }) => slot.exchange === 'binance').length
  recordFigure(context, {
    row: 'F17',
    wanted: 'serverShutdown: no gap',
    measured: `${lost} of ${world.booksOf('binance').length} books lost`,
    seed,
  })
  expect(world.feed('binance').status(world.now).reconnects).toBe(1)
  expect(lost).toBe(0)
  expect(world.violations.slice(0, 5)).toEqual([])
})

test('[F18] symbols are delisted or halted: their rows leave within 60 s, and within 1 s of their limits', async (context) => {
  const seed = seedFor('F18', 181)
  // Not witnessed: the simulator's book of a halted market goes on changing unseen.
  const world = await startWorld(context, { seed, symbols: SYMBOLS, isWitnessed: false })
  await world.warm()
  for (const kind of ['halt', 'delist'] as const) {
    const struck = new Map<ExchangeId, { slot: BookSlot; from: number; limit: number; left: number; known: number }>()
    const look = (holds: () => boolean) => () => {
      for (const one of struck.values()) {
        const ms = world.now - one.from
        if (Number.isNaN(one.left) && world.rowsOf(one.slot).length === 0) one.left = ms
        if (Number.isNaN(one.known) && (one.slot.validity === 'GONE' || one.slot.halted)) one.known = ms
      }
      return holds()
    }
    for (const exchange of ALL) {
      const slotWithRow = () => world.booksOf(exchange).find((slot) => world.rowsOf(slot).length > 0)
      await world.until(
        `a row of ${exchange}`,
        look(() => slotWithRow() !== undefined),
        120_000,
      )
      const slot = slotWithRow() as BookSlot
      struck.set(exchange, { slot, from: world.now, limit: slot.ageLimitMs, left: Number.NaN, known: Number.NaN })
      world.simulator.script({ exchange, symbol: world.truth.instrumentOf(slot).listing.symbol, kind })
    }
    const isKnown = () => [...struck.values()].every(({ known }) => !Number.isNaN(known))
    await world.until('the lists tell', look(isKnown), 60_000)
    for (const [exchange, { limit, left, known }] of struck) {
      recordFigure(context, {
        row: 'F18',
        wanted: "leaves <= 60 s after the list change, <= 1 s after the book's own limit",
        measured: `${exchange} ${kind}: rows left after ${left} ms (limit ${limit} ms), marked ${known} ms after`,
        seed,
      })
      expect(left).toBeLessThanOrEqual(limit + 1_000)
      expect(known).toBeLessThanOrEqual(60_000)
    }
    world.simulator.clearFaults()
    const back = new Set<BookSlot>()
    const isBack = () => {
      for (const { slot } of struck.values()) if (slot.isLive(world.now)) back.add(slot)
      return back.size === struck.size
    }
    await world.until('live again', isBack, 120_000)
  }
  expect(world.violations.slice(0, 5)).toEqual([])
})
