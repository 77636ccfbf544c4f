import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UptimeMeter } from '../../../app/operation/uptime-meter.ts'
import { StorageFailure } from '../../../app/ports/system/storage.ts'
import { ShiftedClock } from '../../../http/testing/shifted-clock.ts'
import { eventually } from '../../../http/testing/test-server.ts'
import { makeTestDatabase } from '../testing/test-database.ts'
import { uptimeStore } from './uptime-store.ts'

const MINUTE = 60_000
const { database, query } = await makeTestDatabase()
const store = uptimeStore(() => database)
const forget = () => query(`with gone as (delete from uptime_days) delete from settings where name = 'uptime'`)

test('nothing was measured before the first minute; a minute counts once, however often it is noted', async () => {
  const at = Date.parse('2026-11-21T20:58:20Z')
  expect(await store.read(at)).toBeNull()
  await store.note(at, false)
  expect(await store.read(at)).toBeNull()
  await store.note(at + 1_000, true)
  expect(await store.read(at + 1_000)).toEqual({ good: 1, all: 1 })
  // A second note of the minute, as after a restart or by another process.
  await uptimeStore(() => database).note(at + 2_000, true)
  await store.note(at - MINUTE, true)
  await store.note(at + 2 * MINUTE, true)
  expect(await store.read(at + 2 * MINUTE)).toEqual({ good: 2, all: 3 })
  expect(await store.read(at + 10 * MINUTE)).toEqual({ good: 2, all: 10 })
  expect(await query('select day::text, good_minutes from uptime_days order by day')).toEqual([
    { day: '2026-11-21', good_minutes: 1 },
    { day: '2026-11-22', good_minutes: 1 },
  ])
  await forget()
})

test('where it shows only later that the market is the live one, nothing is measured before', async () => {
  const at = Date.parse('2026-11-21T08:00:20Z')
  const unsure = uptimeStore(() => database, undefined, false)
  await unsure.note(at, false)
  await unsure.note(at + 5 * MINUTE, false)
  expect(await unsure.read(at + 6 * MINUTE)).toBeNull()
  await unsure.note(at + 7 * MINUTE, true)
  await unsure.note(at + 8 * MINUTE, false)
  expect(await unsure.read(at + 9 * MINUTE)).toEqual({ good: 1, all: 2 })
  await forget()
})

test('a minute is good when every shard was live in it, whichever process leads them', async () => {
  const shards = [0, 1, 2].map((shard) => uptimeStore(() => database, { shard, shardCount: 3 }))
  const start = 29_000_000
  const note = async (minute: number, live: readonly number[]) => {
    for (const [shard, one] of shards.entries())
      await one.note((start + minute) * MINUTE + 30_000 + shard * 50, live.includes(shard))
  }
  const good = async (minute: number) => (await store.read((start + minute) * MINUTE + 40_000))?.good ?? 0
  await note(0, [0, 1])
  expect(await good(1)).toBe(0)
  await note(1, [0, 1, 2])
  expect(await good(1)).toBe(1)
  // Each minute counts by itself: a shard's note in the next minute does not complete this one.
  await note(2, [2])
  await note(3, [0, 1])
  expect(await good(3)).toBe(1)
  // A late note of a past minute, and a repeated note.
  await shards[2]?.note((start + 2) * MINUTE + 59_000, true)
  await note(4, [1, 2])
  await note(4, [0, 2])
  expect(await good(4)).toBe(2)
  await note(4, [0, 1, 2])
  expect(await good(4)).toBe(2)
  await Promise.all(shards.map((one) => one.note((start + 5) * MINUTE + 30_000, true)))
  expect(await good(5)).toBe(3)
  await forget()
})

test('good and all agree with a plain count of minutes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ skip: fc.integer({ min: 0, max: 1_000 }), isLive: fc.boolean() }), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.integer({ min: 0, max: 5 }),
      async (ticks, after) => {
        await forget()
        const first = 29_000_000
        let minute = first
        const good = new Set<number>()
        for (const [at, { skip, isLive }] of ticks.entries()) {
          minute += at === 0 ? 0 : skip
          await store.note(minute * MINUTE + 30_000, isLive)
          if (isLive) good.add(minute)
        }
        const end = minute + after
        const all = end - first + (good.has(end) ? 1 : 0)
        expect(await store.read(end * MINUTE + 30_000)).toEqual(all === 0 ? null : { good: good.size, all })
      },
    ),
    { numRuns: 20, seed: 14 },
  )
  await forget()
})

test('the meter notes each minute once, and a minute without a database is not good', async () => {
  const clock = new ShiftedClock()
  let isLive = true
  let isDown = false
  const there = uptimeStore(() => {
    if (isDown) throw new StorageFailure('unavailable', 'database: not there')
    return database
  })
  const meter = new UptimeMeter({ store: there, isLive: () => isLive, clock })
  const good = async () => (await store.read(clock.now()))?.good ?? 0
  // The next tick comes in the middle of the next minute; a full minute from here would be later.
  clock.advance(MINUTE - (clock.now() % MINUTE) + 40_000)
  meter.start()
  await eventually(async () => (await good()) === 1)
  clock.advance(MINUTE)
  await eventually(async () => (await good()) === 2)
  isLive = false
  clock.advance(10 * MINUTE)
  isLive = true
  isDown = true
  clock.advance(10 * MINUTE)
  isDown = false
  clock.advance(MINUTE)
  await eventually(async () => (await good()) === 3)
  await meter.stop()
  clock.advance(10 * MINUTE)
  expect(await good()).toBe(3)
  expect((await store.read(clock.now()))?.all).toBeGreaterThanOrEqual(32)
})
