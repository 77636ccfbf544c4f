import { expect, test } from 'vitest'
import { ShiftedClock } from '../../http/testing/shifted-clock.ts'
import { StorageFailure } from '../ports/system/storage.ts'
import { GivenEpochs } from './given-epochs.ts'

function asked(epochOf: (name: string) => Promise<number>) {
  const clock = new ShiftedClock()
  const logged: string[] = []
  const names: string[] = []
  const given = new GivenEpochs({ clock, log: (_level, event) => logged.push(event) })
  given.ask({
    epochOf: (name) => {
      names.push(name)
      return epochOf(name)
    },
  })
  return { given, clock, logged, names }
}

test('an epoch that the database gave out is known from then on, one beyond it is refused and told once', async () => {
  const { given, logged, names } = asked(async () => 7)
  expect(await given.isGiven('shard:0', 7)).toBe(true)
  expect(given.isGiven('shard:0', 3)).toBe(true)
  expect(names).toEqual(['shard:0'])
  expect(await given.isGiven('shard:0', 8)).toBe(false)
  expect(await given.isGiven('shard:0', 2 ** 53 - 1)).toBe(false)
  expect(logged).toEqual(['bus-epoch-refused'])
  expect(given.isGiven('shard:0', 7)).toBe(true)
})

test('the market waits for no database: a database that fails or hangs denies nothing, and is not asked again at once', async () => {
  const failing = asked(() => Promise.reject(new StorageFailure('unavailable', 'planted')))
  expect(await failing.given.isGiven('shard:0', 5)).toBe(true)
  expect(failing.given.isGiven('shard:0', 6)).toBe(true)
  expect(failing.names).toHaveLength(1)

  const hanging = asked(() => new Promise(() => undefined))
  const answers = [hanging.given.isGiven('shard:0', 5), hanging.given.isGiven('shard:0', 6)]
  hanging.clock.advance(1_000)
  expect(await Promise.all(answers)).toEqual([true, true])
  expect([hanging.names.length, hanging.logged]).toEqual([1, []])
})

test('before the database is up nothing is denied', () => {
  const given = new GivenEpochs({ clock: new ShiftedClock(), log: () => undefined })
  expect(given.isGiven('shard:0', 2 ** 53 - 1)).toBe(true)
})
