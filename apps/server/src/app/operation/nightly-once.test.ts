import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { leaseStore } from '../../adapters/storage/leases/lease-store.ts'
import { makeTestDatabase } from '../../adapters/storage/testing/test-database.ts'
import { ShiftedClock } from '../../http/testing/shifted-clock.ts'
import type { LeaseStore } from '../ports/system/lease-store.ts'
import type { NightTask } from '../ports/system/night-task.ts'
import { Nightly } from './nightly.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const { database, query } = await makeTestDatabase()

let asked = 0
/** The leases of the database, which count the questions that wait for an answer. */
const leases = new Proxy(
  leaseStore(() => database),
  {
    get: (store, name: keyof LeaseStore) => {
      return async (...given: readonly unknown[]) => {
        asked++
        try {
          return await (store[name] as (...given: readonly unknown[]) => Promise<unknown>)(...given)
        } finally {
          asked--
        }
      }
    },
  },
)
/** Resolves once all that was asked is answered, and nothing was asked because of that for some turns of the loop. */
async function answered(): Promise<void> {
  for (let quiet = 0; quiet < 10; quiet = asked > 0 ? 0 : quiet + 1) await setImmediate()
}

/** A clock that begins at a noon: the minutes of a test are of one day, whenever it runs. */
function atNoon(): ShiftedClock {
  const clock = new ShiftedClock()
  clock.leap(DAY / 2 - (clock.now() % DAY) + DAY)
  return clock
}

/** A process whose task has a state of its own, such as a folder that no other process sees. */
function processOf(name: string, run: () => Promise<void>, clock = atNoon()) {
  const logged: string[] = []
  let last: number | null = null
  const task: NightTask = {
    name: 'copy',
    lastDone: async () => last,
    run: async (now) => {
      await run()
      last = now
      return {}
    },
  }
  const log = (_level: string, event: string) => logged.push(event)
  const nightly = new Nightly({ tasks: [task], leases, holder: name, clock, log })
  nightly.start()
  return { clock, logged, nightly }
}
const state = async () => (await query(`select holder, epoch::int, done is not null as done from leases`))[0]

test('two processes on one database do a night’s work once; where one fails or ends in the middle, the other does it', async () => {
  const did: string[] = []
  let fails = 1
  const first = processOf('first', async () => {
    if (fails-- > 0) throw new Error('no room')
    did.push('first')
  })
  const second = processOf('second', async () => {
    did.push('second')
  })
  const both = [first, second]
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute++) {
      for (const { clock } of both) clock.advance(MINUTE)
      await answered()
    }
  }
  first.clock.advance(MINUTE)
  await expect.poll(() => first.logged).toEqual(['copy-failed'])
  // The first process gives the lease back after it has told.
  await answered()
  await minutes(3)
  expect(did).toEqual(['second'])
  expect(await state()).toEqual({ holder: null, epoch: 2, done: true })
  // The other process has no copy of that night, and need not make one.
  await minutes(35)
  expect([did, first.logged, second.logged]).toEqual([['second'], ['copy-failed'], ['copy-done']])

  for (const { clock } of both) clock.leap(DAY)
  await minutes(3)
  expect(did).toHaveLength(2)
  expect((await state())?.epoch).toBe(3)
  for (const { nightly } of both) await nightly.stop()

  let isBegun = false
  const killed = processOf('killed', () => {
    isBegun = true
    return new Promise(() => undefined)
  })
  killed.clock.leap(2 * DAY)
  killed.clock.advance(MINUTE)
  await expect.poll(() => isBegun).toBe(true)
  const stopping = killed.nightly.stop()
  killed.clock.advance(2_000)
  await stopping
  const other = processOf('other', async () => {
    did.push('other')
  })
  other.clock.leap(2 * DAY)
  other.clock.advance(MINUTE)
  await answered()
  expect(did).toHaveLength(2)
  // A minute without a renewal.
  await query(`update leases set until = now() - interval '1 ms'`)
  other.clock.advance(MINUTE)
  await expect.poll(() => did.at(-1)).toBe('other')
  await other.nightly.stop()
})
