import type { BookSlot } from '@makas/domain'
import { expect, test } from 'vitest'
import { standingClock } from '../../testing/standing-clock.ts'
import type { RestClient, RestResult } from '../rest/rest-client.ts'
import type { Lane } from '../socket/lane.ts'
import type { Dialect } from '../talk/dialect.ts'
import { Repairs } from './repairs.ts'

/** The repairs of one book whose snapshots are answered at once, and heal it unless `heals` is false. */
function stage() {
  const clock = standingClock()
  const book = { acceptsDeltas: true, validity: 'LIVE', heals: true }
  const asked: number[] = []
  const repairs = new Repairs({
    dialect: {
      repair: { kind: 'snapshot', levels: 5_000, call: (symbol: string) => ({ path: symbol, weight: 1 }) },
    } as unknown as Dialect,
    clock,
    random: () => 0.5,
    rest: {
      ban: () => null,
      get: () => {
        asked.push(clock.now())
        return Promise.resolve({ kind: 'ok' } as RestResult)
      },
    } as unknown as RestClient,
    slot: () => book as unknown as BookSlot,
    lane: () => ({ isOpen: true, isStreaming: () => true }) as unknown as Lane,
    read: () => {
      book.acceptsDeltas = book.heals
    },
  })
  /** Lets time pass in steps, with all answers on the way. */
  const pass = async (ms: number, stepMs = 100) => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      await new Promise((resolve) => setImmediate(resolve))
      clock.advance(stepMs)
    }
  }
  return { clock, book, asked, repairs, pass }
}

test('a book that was refreshed each second as a shallow one is repaired at once when it is lost', async () => {
  const { clock, book, asked, repairs, pass } = stage()
  for (let second = 0; second < 40; second++) {
    repairs.refresh('XLMUSDT')
    await pass(1_000)
  }
  expect(asked).toHaveLength(40)
  book.acceptsDeltas = false
  const lostAt = clock.now()
  repairs.start('XLMUSDT')
  await pass(100)
  expect(asked.at(-1)).toBeLessThanOrEqual(lostAt + 100)
  expect(book.acceptsDeltas).toBe(true)
})

test('a book that is lost while it is refreshed is repaired at once; a book that stays lost is asked for ever more rarely', async () => {
  const { clock, book, asked, repairs, pass } = stage()
  book.heals = false
  const begun = clock.now()
  repairs.refresh('XLMUSDT')
  await pass(60_000)
  expect(asked.map((at) => at - begun)).toEqual([0, 0, 600, 1_600, 3_600, 7_600, 15_600, 31_600])
})
