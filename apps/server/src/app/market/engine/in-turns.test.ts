import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

/** Pieces that last `pieceMs` each, with other work of `otherMs` between the turns; how many were done in each turn. */
function work(pieces: number, pieceMs: number, otherMs: number): number[] {
  let now = 0
  let left = pieces
  const turns = [0]
  const waiting: (() => void)[] = []
  let isDone = false
  inTurns({
    piece: () => {
      if (left === 0) return false
      left--
      now += pieceMs
      turns.push((turns.pop() ?? 0) + 1)
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
    turns.push(0)
    run()
  }
  expect([isDone, left]).toEqual([true, 0])
  return turns
}

test('nothing waits longer than a twentieth of a millisecond, or one piece', () => {
  expect(work(7, 0.02, 0.1)).toEqual([3, 3, 1])
  expect(work(3, 5, 0.1)).toEqual([1, 1, 1, 0])
  expect(work(0, 1, 1)).toEqual([0])
})

test('where other work keeps it back turns double every ten milliseconds, and after fifty the rest is done at once', () => {
  expect(work(40, 0.0625, 10)).toEqual([1, 2, 4, 7, 13, 13])
  expect(work(40, 0.25, 30)).toEqual([1, 2, 37])
})
