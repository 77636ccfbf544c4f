import '../testing/world/virtual-parts.ts'
import type { BookSlot } from '@makas/domain'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { seedFor } from '../../../../../scripts/run-length.ts'
import { ALL, startWorld, type World, warmWorld } from '../testing/world/world.ts'

const SYMBOLS = 12
const EXACT_MS = 250

/** The largest error of the books' clock offsets in the time that a world passes, ms: our clock alone is off. */
async function worstIn(world: World, ms: number): Promise<number> {
  let worst = 0
  world.onPublished = () => {
    for (const { clockOffsetMs } of world.books)
      if (!Number.isNaN(clockOffsetMs)) worst = Math.max(worst, Math.abs(clockOffsetMs + world.ourLeadMs))
  }
  await world.pass(ms)
  return worst
}

test.for([5_000, -5_000])(
  '[F13] exchanges whose clocks are %i ms off: offsets are measured, ages are right',
  async (clockOffsetMs, context) => {
    const seed = seedFor('F13', 131)
    const world = await startWorld(context, { seed, symbols: SYMBOLS, clockOffsetMs })
    await world.until('measured clocks', () =>
      ALL.every(
        (exchange) => Math.abs((world.feed(exchange).status(world.now).clockOffsetMs ?? 0) - clockOffsetMs) < EXACT_MS,
      ),
    )
    await world.warm()
    let worst = 0
    // A quiet book may be late for a moment by its own rhythm, so each must be live at some time, not at all times.
    const live = new Set<BookSlot>()
    world.onPublished = () => {
      for (const slot of world.books) if (slot.isLive(world.now)) live.add(slot)
    }
    world.onTouched = (slot) => {
      if (Number.isNaN(slot.eventTime)) return
      // Error of the book's clock offset.
      worst = Math.max(worst, Math.abs(slot.clockOffsetMs - clockOffsetMs))
    }
    await world.pass(15_000)
    recordFigure(context, {
      row: 'F13',
      wanted: 'ages correct within 250 ms',
      measured: `${clockOffsetMs} ms off: ${worst} ms wrong at most, ${live.size} of ${world.books.length} books live`,
      seed,
    })
    expect(worst).toBeLessThanOrEqual(EXACT_MS)
    expect(live.size).toBe(world.books.length)
    const alarms = world.logs.filter(({ event, data }) => event === 'feed.clock-skew' && data.alarm === true)
    expect(alarms.length).toBeGreaterThanOrEqual(ALL.length)
    expect(world.violations.slice(0, 5)).toEqual([])
  },
)

test.for([60_000, -60_000])(
  '[F13] exchange clocks step by %i ms: nothing is shown younger than it is, then all is right again',
  async (ms, context) => {
    const { seed, world } = await warmWorld(context, 'F13', 132)
    let younger = 0
    world.onPublished = () => {
      for (const slot of world.books) {
        if (slot.isLive(world.now) && slot.ageMs(world.now) < world.now - slot.receivedAt) younger++
      }
    }
    world.simulator.script({ kind: 'time-offset', ms })
    const right = await world.until(
      'the new offsets',
      () =>
        ALL.every((exchange) => Math.abs((world.feed(exchange).status(world.now).clockOffsetMs ?? 0) - ms) < EXACT_MS),
      400_000,
    )
    const back = await world.until('all books live', () => world.liveBooks === world.books.length, 30_000)
    recordFigure(context, {
      row: 'F13',
      wanted: 'step of 60 s: never younger than it is, offset found again',
      measured: `${ms} ms: ${younger} too young; offset right after ${right} ms, all books live ${back} ms later`,
      seed,
    })
    expect(younger).toBe(0)
    expect(world.violations.slice(0, 5)).toEqual([])
  },
)

test('[F13] our own clock drifts by 1 %: offsets follow it, ages stay within 250 ms', async (context) => {
  const seed = seedFor('F13', 133)
  let start = Number.NaN
  const drifted = (trueMs: number) => {
    if (Number.isNaN(start)) start = trueMs
    return Math.floor(trueMs + (trueMs - start) * 0.01)
  }
  const world = await startWorld(context, { seed, symbols: SYMBOLS, ourClock: drifted, isWitnessed: false })
  await world.warm()
  const worst = await worstIn(world, 60_000)
  recordFigure(context, {
    row: 'F13',
    wanted: 'drift of 1 %: ages correct within 250 ms',
    measured: `${Math.round(worst)} ms wrong at most in 60 s`,
    seed,
  })
  expect(worst).toBeLessThanOrEqual(EXACT_MS)
  expect(world.violations.slice(0, 5)).toEqual([])
})

test('[F13] our own clock catches up two seconds within a minute: offsets follow its lean, ages stay within 250 ms', async (context) => {
  const seed = seedFor('F13', 134)
  let steppedAt = Number.NaN
  let trueNow = 0
  const leanMs = () => (Number.isNaN(steppedAt) ? 0 : Math.min(2_000, (trueNow - steppedAt) / 30))
  const leaning = (trueMs: number) => {
    trueNow = trueMs
    return Math.floor(trueMs + leanMs())
  }
  const world = await startWorld(context, { seed, symbols: SYMBOLS, ourClock: leaning, leanMs, isWitnessed: false })
  await world.warm()
  steppedAt = trueNow
  const worst = await worstIn(world, 60_000)
  recordFigure(context, {
    row: 'F13',
    wanted: 'our clock catches up 2 s: ages correct within 250 ms',
    measured: `${Math.round(worst)} ms wrong at most in 60 s`,
    seed,
  })
  expect(world.ourLeadMs).toBeGreaterThan(1_990)
  expect(worst).toBeLessThanOrEqual(EXACT_MS)
  expect(world.violations.slice(0, 5)).toEqual([])
})
