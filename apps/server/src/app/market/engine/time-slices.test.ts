import { expect, test } from 'vitest'
import { inTimeSlices } from './time-slices.ts'

/**
 * Runs pieces of `pieceMs` each, with other work of `otherMs` between the slices; returns the number done in each
 * slice.
 */
function work(pieces: number, pieceMs: number, otherMs: number): number[] {
  let now = 0
  let left = pieces
  const slices = [0]
  const waiting: (() => void)[] = []
  let isDone = false
  inTimeSlices({
    piece: () => {
      if (left === 0) return false
      left--
      now += pieceMs
      slices.push((slices.pop() ?? 0) + 1)
      return true
    },
    done: () => {
      isDone = true
    },
    lateMs: 50,
    now: () => now,
    later: (run) => waiting.push(run),
  })
  for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) {
    expect(isDone).toBe(false)
    now += otherMs
    slices.push(0)
    run()
  }
  expect([isDone, left]).toEqual([true, 0])
  return slices
}

test('nothing waits longer than a twentieth of a millisecond, or one piece', () => {
  expect(work(7, 0.02, 0.1)).toEqual([3, 3, 1])
  expect(work(3, 5, 0.1)).toEqual([1, 1, 1, 0])
  expect(work(0, 1, 1)).toEqual([0])
})

test('where other work keeps it back slices double every ten milliseconds, and after fifty the rest is done at once', () => {
  expect(work(40, 0.0625, 10)).toEqual([1, 2, 4, 7, 13, 13])
  expect(work(40, 0.25, 30)).toEqual([1, 2, 37])
})
