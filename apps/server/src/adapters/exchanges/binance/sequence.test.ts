import { describe, expect, test } from 'vitest'
import { DepthFrame } from '../_shared/parse/depth-frame.ts'
import { BufferedDeltas, judgePerp, judgeSpot, replacesBook } from './sequence.ts'

const synchronised = (seq: number) => ({ seq, isSynchronised: true })
const fresh = (seq: number) => ({ seq, isSynchronised: false })
const update = (first: number, last: number, previous = Number.NaN) => ({ first, last, previous })

describe('spot', () => {
  test.each([
    ['is contained in the snapshot', fresh(10), update(4, 10), 'ignore'],
    ['straddles the snapshot', fresh(10), update(8, 12), 'apply'],
    ['touches the snapshot', fresh(10), update(11, 12), 'apply'],
    ['begins after the snapshot', fresh(10), update(12, 13), 'gap'],
    ['follows', synchronised(12), update(13, 15), 'apply'],
    ['comes again', synchronised(12), update(11, 12), 'ignore'],
    ['is older', synchronised(12), update(3, 8), 'ignore'],
    ['overlaps', synchronised(12), update(11, 14), 'apply'],
    ['skips one', synchronised(12), update(14, 15), 'gap'],
  ] as const)('[F5] a change that %s', (_case, seen, change, verdict) => {
    expect(judgeSpot(seen, change)).toBe(verdict)
  })
})

describe('USDT-M', () => {
  test.each([
    ['ends before the snapshot', fresh(10), update(4, 9, 3), 'ignore'],
    ['ends at the snapshot: the next one refers to it', fresh(10), update(4, 10, 3), 'apply'],
    ['straddles the snapshot', fresh(10), update(8, 12, 7), 'apply'],
    ['has the snapshot as its previous', fresh(10), update(14, 20, 10), 'apply'],
    ['begins after the snapshot', fresh(10), update(14, 20, 12), 'gap'],
    ['follows, its first id leaping', synchronised(12), update(40, 45, 12), 'apply'],
    ['continues by id but not by pu', synchronised(12), update(13, 15, 11), 'gap'],
    ['comes again', synchronised(12), update(8, 12, 7), 'ignore'],
    ['is older', synchronised(12), update(3, 8, 2), 'ignore'],
    ['skips one', synchronised(12), update(14, 15, 13), 'gap'],
  ] as const)('[F5] a change that %s', (_case, seen, change, verdict) => {
    expect(judgePerp(seen, change)).toBe(verdict)
  })
})

describe('changes that wait for a snapshot', () => {
  const frame = (first: number, last: number) => Object.assign(new DepthFrame(), { first, last })
  const waiting = (...changes: [number, number][]) => {
    const kept = new BufferedDeltas(judgeSpot)
    for (const [first, last] of changes) kept.push(frame(first, last))
    return kept
  }
  const ids = (start: ReturnType<BufferedDeltas['synchroniseWith']>) =>
    start.kind === 'synchronised' ? start.kept.map(({ last }) => last) : start.kind

  test.each([
    ['all of them older: the snapshot stands alone', waiting([1, 4], [5, 9]), 10, []],
    ['one straddles', waiting([1, 4], [5, 12], [13, 15]), 10, [12, 15]],
    ['one touches', waiting([11, 12], [13, 15]), 10, [12, 15]],
    ['the snapshot is older than all', waiting([12, 13], [14, 15]), 10, 'too-old'],
    ['what lies before a break leads nowhere', waiting([1, 4], [9, 12]), 3, 'too-old'],
    ['a snapshot after the break', waiting([1, 4], [9, 12]), 9, [12]],
    ['none', waiting(), 10, []],
  ])('%s', (_case, kept, snapshot, expected) => {
    expect(ids(kept.synchroniseWith(snapshot))).toEqual(expected)
  })

  test('at most a thousand are kept', () => {
    const kept = new BufferedDeltas(judgeSpot)
    for (let id = 1; id <= 1_500; id++) kept.push(frame(id, id))
    expect(kept.count).toBe(1_000)
    expect(kept.synchroniseWith(499).kind).toBe('too-old')
    expect(kept.synchroniseWith(500).kind).toBe('synchronised')
  })
})

test.each([
  ['an older', 9, false],
  ['the same', 10, true],
  ['a newer', 11, true],
])('%s book than the book of update 10', (_case, last, expected) => {
  expect(replacesBook(synchronised(10), last)).toBe(expected)
})
