import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairPlaces } from './fair-places.ts'

const nothing = () => undefined

test('alone a sharer has all places; who comes then takes the newest of them, until both have as many', () => {
  const places = new FairPlaces(4, 10)
  const ended: number[] = []
  for (let at = 0; at < 4; at++) expect(places.enter('flood', () => ended.push(at))).not.toBeNull()
  expect(places.enter('flood', nothing)).toBeNull()
  for (let at = 0; at < 2; at++) expect(places.enter('other', nothing)).not.toBeNull()
  expect([ended, places.of('flood'), places.of('other')]).toEqual([[3, 2], 2, 2])
  expect([places.enter('other', nothing), places.enter('flood', nothing)]).toEqual([null, null])
  expect([places.used, places.refused]).toEqual([4, 5])
})

test('a sharer has no more than its limit, whatever is free, and a place that was taken away is given back once', () => {
  const places = new FairPlaces(3, 2)
  const [first, second] = [places.enter('a', nothing), places.enter('a', nothing)]
  expect(places.enter('a', nothing)).toBeNull()
  expect([places.enter('b', nothing), places.enter('c', nothing)]).toEqual([expect.any(Function), expect.any(Function)])
  second?.()
  expect(places.used).toBe(3)
  first?.()
  first?.()
  expect([places.used, places.of('a'), places.of('b'), places.of('c')]).toEqual([2, 0, 1, 1])
})

test('what belongs to nobody counts with all and is taken from by nobody', () => {
  const places = new FairPlaces(2, 1)
  const leave = places.enter(null, nothing)
  places.enter(null, nothing)
  expect([places.enter('a', nothing), places.enter(null, nothing)]).toEqual([null, null])
  leave?.()
  leave?.()
  expect(places.used).toBe(1)
  expect(places.enter('a', nothing)).not.toBeNull()
})

test('in any order of coming and going no limit is passed, each place is counted once, and nobody is refused while another has two more', () => {
  const keys = ['a', 'b', 'c', 'd']
  const step = fc.record({ key: fc.constantFrom(...keys), leaves: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const places = new FairPlaces(6, 5)
      const held = new Map<symbol, { readonly key: string; readonly leave: () => void }>()
      for (const { key, leaves } of steps) {
        const own = [...held].find(([, one]) => one.key === key)
        if (leaves) {
          own?.[1].leave()
          if (own !== undefined) held.delete(own[0])
        } else {
          const id = Symbol(key)
          const counts = keys.map((one) => places.of(one))
          const leave = places.enter(key, () => held.delete(id))
          if (leave !== null) held.set(id, { key, leave })
          else expect(places.of(key) === 5 || Math.max(...counts) < places.of(key) + 2).toBe(true)
        }
        expect(places.used).toBe(held.size)
        expect(places.used).toBeLessThanOrEqual(6)
        for (const one of keys)
          expect(places.of(one)).toBe([...held.values()].filter((place) => place.key === one).length)
      }
    }),
    { numRuns: 200, seed: 92 },
  )
})
