import '../testing/world/virtual-parts.ts'
import type { BookSlot, ExchangeId } from '@makas/domain'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { seedFor } from '../../../../../scripts/run-length.ts'
import { ALL, startWorld, type World } from '../testing/world/world.ts'

/** Share of an exchange's bytes that get through: each second frames are 0.75 s later. */
const SHARE = 0.25
const DRIP_MS = 15_000
/** Tolerance of ages, ms: a frame's latency, its channel's interval and the error of the clock offset. */
const EXACT_MS = 250

/** Bytes a second on each connection of every exchange, without faults. */
async function usualRates(world: World): Promise<ReadonlyMap<string, number>> {
  const bytes = new Map<string, number>()
  world.gateway.tamper = (exchange, text) => {
    bytes.set(exchange, (bytes.get(exchange) ?? 0) + text.length)
    return text
  }
  await world.pass(5_000)
  world.gateway.tamper = null
  const connections = (exchange: string) =>
    [...world.gateway.connections].filter((one) => one.exchange === exchange).length
  return new Map([...bytes].map(([exchange, count]) => [exchange, count / 5 / connections(exchange)]))
}

/**
 * Time until the slowest book is right again, ms, counted from the first change that its exchange makes to it: the
 * latency of a quiet book stays as it was until its next change.
 */
async function longestUntilRight(world: World): Promise<number> {
  const changesOf = (slot: BookSlot) => world.truth.instrumentOf(slot).updateId
  const before = new Map(world.books.map((slot) => [slot, changesOf(slot)]))
  const changedAt = new Map<BookSlot, number>()
  // Remembered, since a book may be late again by its own rhythm before the last one is right.
  const right = new Set<BookSlot>()
  let longest = 0
  const isRight = () => {
    const { now } = world
    for (const slot of world.books) {
      if (!changedAt.has(slot) && changesOf(slot) !== before.get(slot)) changedAt.set(slot, now)
      if (right.has(slot) || !slot.isLive(now) || slot.latencyMs >= EXACT_MS) continue
      right.add(slot)
      longest = Math.max(longest, now - (changedAt.get(slot) ?? now))
    }
    return right.size === world.books.length
  }
  await world.until('right again', isRight, 60_000)
  return longest
}

test('[F16] all exchanges come in by drips: books are as old as they say, leave, and are right again within 2 s', async (context) => {
  const seed = seedFor('F16', 162)
  const world = await startWorld(context, { seed, symbols: 6, covers: 'all' })
  await world.warm()
  const clockOf = (exchange: ExchangeId) => world.feed(exchange).status(world.now).clockOffsetMs
  await world.until('measured clocks', () => ALL.every((exchange) => clockOf(exchange) !== null))
  const rates = await usualRates(world)
  const oldest = new Map<ExchangeId, number>()
  const left = new Map<ExchangeId, number>()
  let looks = 0
  const lies: string[] = []
  const from = world.now
  const look = () => {
    const { now } = world
    for (const slot of world.books) {
      if (!slot.isLive(now)) continue
      const { exchange, symbol } = slot
      const age = slot.ageMs(now)
      oldest.set(exchange, Math.max(oldest.get(exchange) ?? 0, age))
      looks++
      if (!world.truth.hasBook(slot, now - age - EXACT_MS)) lies.push(`${exchange} ${symbol} says ${age} ms at ${now}`)
    }
    for (const exchange of ALL) {
      const isOut = world.booksOf(exchange).every((slot) => !slot.isLive(now))
      if (isOut && !left.has(exchange)) left.set(exchange, now - from)
    }
  }
  world.onPublished = look
  for (const exchange of ALL) world.gateway.throttle(exchange, (rates.get(exchange) ?? Number.NaN) * SHARE)
  await world.pass(DRIP_MS)
  const rows = world.run.engine.open.size
  for (const exchange of ALL) world.gateway.throttle(exchange, null)
  const back = await longestUntilRight(world)
  for (const exchange of ALL) {
    recordFigure(context, {
      row: 'F16',
      wanted: 'slow drip: ages grow, rows leave, nothing lies; caught up <= 2 s after',
      measured: `${exchange}: ages up to ${Math.round(oldest.get(exchange) ?? 0)} ms, all out after ${left.get(exchange)} ms, ${lies.length} lies in ${looks} looks; right ${back} ms after the next change`,
      seed,
    })
  }
  expect(lies.slice(0, 5)).toEqual([])
  expect(left.size).toBe(ALL.length)
  expect(rows).toBe(0)
  expect(Math.min(...oldest.values())).toBeGreaterThan(1_500)
  expect(back).toBeLessThanOrEqual(2_000)
  await world.settle()
  expect(world.differing).toEqual([])
  expect(world.violations.slice(0, 5)).toEqual([])
})
