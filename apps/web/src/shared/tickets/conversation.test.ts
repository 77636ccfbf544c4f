import { expect, test } from 'vitest'
import { byDay } from './conversation.ts'

test('a thread is grouped by Istanbul’s days, whatever the order of its entries', () => {
  const at = (time: string) => Date.parse(time)
  const days = byDay([
    { id: 'c', time: at('2026-11-22T21:30:00Z') },
    { id: 'a', time: at('2026-11-21T15:42:00Z') },
    { id: 'b', time: at('2026-11-22T06:14:00Z') },
  ])
  expect(days.map(({ day, entries }) => [day, entries.map(({ id }) => id)])).toEqual([
    ['21.11.2026', ['a']],
    ['22.11.2026', ['b']],
    ['23.11.2026', ['c']],
  ])
})

test('entries of the same time keep their order', () => {
  const [day] = byDay([
    { id: 'x', time: 5 },
    { id: 'y', time: 5 },
  ])
  expect(day?.entries.map(({ id }) => id)).toEqual(['x', 'y'])
})
