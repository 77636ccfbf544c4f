import { describe, expect, test } from 'vitest'
import { carryRow, spotRow, triRow } from '../testing/rows.ts'
import { type ListState, noList, type Step, withDelta, withoutGone, withSnapshot } from './list-state.ts'

const AS_OF = '2026-11-20T11:03:21.000Z'
const a = spotRow({ id: 'spot.A-USDT.okx.binance' })
const b = spotRow({ id: 'spot.B-USDT.okx.binance' })
const c = spotRow({ id: 'spot.C-USDT.okx.binance' })

const start = (): ListState =>
  withSnapshot(noList('spot'), { version: 5, as_of: AS_OF, source: 'live', rows: [a, b] }, 100, 'stream').state
const demo = (as: 'user' | 'visitor'): ListState =>
  withSnapshot(noList('spot'), { version: 5, as_of: AS_OF, source: 'demo', rows: [a, b] }, 100, 'stream', as).state
const delta = (state: ListState, version: number | string, upsert = [a], remove: string[] = []): Step | null =>
  withDelta(state, { version, as_of: AS_OF, upsert, remove }, 200)
const listed = (state: ListState) => [...state.rows.values()].filter((held) => !held.gone).map((held) => held.row.id)

describe('a snapshot', () => {
  test('is the whole list: rows that it lacks are gone, not forgotten', () => {
    const { state } = withSnapshot(start(), { version: 6, as_of: AS_OF, source: 'live', rows: [b, c] }, 300, 'stream')
    expect(listed(state).toSorted()).toEqual([b.id, c.id])
    expect(state.rows.get(a.id)).toMatchObject({ gone: true, receivedAt: 100 })
  })

  test('from polling brings no version and leaves the stream its own', () => {
    const { state } = withSnapshot(start(), { version: null, as_of: AS_OF, source: 'live', rows: [a] }, 300, 'poll')
    expect(state.version).toBe(5)
    expect(state.rows.get(a.id)).toMatchObject({ via: 'poll', receivedAt: 300 })
  })
})

describe('the live list', () => {
  const next = (state: ListState, source: 'live' | 'demo' | 'cache') =>
    withSnapshot(state, { version: 6, as_of: AS_OF, source, rows: [a] }, 300, 'stream', 'user').state.live

  test('of real prices names itself, and so does the cache', () => {
    expect(start().live).toBe('yes')
    expect(next(start(), 'cache')).toBe('no')
    expect(next(demo('user'), 'cache')).toBe('no')
  })

  test('of the demo market is what a user’s stream is expected to bring, until it comes whole without a change between', () => {
    expect(demo('user').live).toBe('expected')
    const again = { version: 5, as_of: AS_OF, source: 'demo' as const, rows: [a, b] }
    expect(withSnapshot(demo('user'), again, 200, 'stream', 'user').state.live).toBe('expected')
    expect(next(demo('user'), 'demo')).toBe('no')
    const changed = delta(demo('user'), 6)
    expect(changed && next(changed.state, 'demo')).toBe('yes')
  })

  test('is neither a visitor’s list nor a polled list', () => {
    expect(demo('visitor').live).toBe('no')
    expect(next(demo('visitor'), 'demo')).toBe('no')
    const polled = withSnapshot(noList('spot'), { version: null, as_of: AS_OF, source: 'live', rows: [a] }, 1, 'poll')
    expect(polled.state.live).toBe('no')
  })
})

describe('a delta', () => {
  test('adds, replaces and closes, and touches nothing else', () => {
    const before = start()
    const changed = { ...b, net_roi: 0.9 }
    const step = delta(before, 6, [changed, c], [a.id])
    expect(step?.touched).toEqual([b.id, c.id, a.id])
    expect(step?.state.rows.get(b.id)).toMatchObject({ row: { net_roi: 0.9 }, receivedAt: 200 })
    expect(step && listed(step.state)).toEqual([b.id, c.id])
    expect(before.rows.get(b.id)?.row).toBe(b)
  })

  test.each([
    ['an older version', 4],
    ['the same version', 5],
  ])('with %s is refused', (_name, version) => {
    expect(delta(start(), version)).toBeNull()
  })

  test('before any list is refused', () => {
    expect(delta(noList('spot'), 1)).toBeNull()
  })

  test('with another text version is taken: text versions only differ', () => {
    const text = withSnapshot(
      noList('spot'),
      { version: 'x9', as_of: AS_OF, source: 'live', rows: [a] },
      1,
      'stream',
    ).state
    expect(delta(text, 'x10')).not.toBeNull()
    expect(delta(text, 'x9')).toBeNull()
  })

  test('tells the live list from the frozen one', () => {
    expect(delta(demo('visitor'), 6)?.state.live).toBe('yes')
    expect(delta(demo('user'), 6)?.state.live).toBe('yes')
  })

  test('that closes a row twice, or an unknown row, touches nothing', () => {
    expect(delta(start(), 6, [], ['spot.X'])?.touched).toEqual([])
  })
})

test('a polled list of real prices is live for whoever is logged in, and frozen for a visitor', () => {
  const after = (source: 'live' | 'cache' | 'demo', as: 'user' | 'visitor', before = noList('spot')) =>
    withSnapshot(before, { version: null, as_of: AS_OF, source, rows: [a] }, 1, 'poll', as).state
  expect(after('live', 'user').live).toBe('yes')
  expect(after('cache', 'user', after('live', 'user')).live).toBe('no')
  expect(after('live', 'visitor').live).toBe('no')
  // One of the demo market says nothing new.
  expect(after('demo', 'user').live).toBe('no')
  expect(after('demo', 'user', start()).live).toBe('yes')
})

test('a list takes rows of its own mode only, from a snapshot and from a change', () => {
  const mixed = [a, carryRow({ id: 'carry.X' }), triRow({ id: 'tri.X' })]
  const { state } = withSnapshot(
    noList('carry'),
    { version: 1, as_of: AS_OF, source: 'live', rows: mixed },
    1,
    'stream',
  )
  expect(listed(state)).toEqual(['carry.X'])
  const step = withDelta(state, { version: 2, as_of: AS_OF, upsert: [b, triRow({ id: 'tri.Y' })], remove: [] }, 2)
  expect(step?.touched).toEqual([])
})

test('[CALL-32] samples vanish with the first real list, and a real list with samples: neither says that it closed', () => {
  const sample = carryRow({ id: 'sample.X' })
  const real = carryRow({ id: 'carry.X' })
  const take = (state: ListState, row: typeof sample, via: 'poll' | 'sample') =>
    withSnapshot(state, { version: null, as_of: AS_OF, source: 'cache', rows: [row] }, 1, via).state
  const samples = take(take(noList('carry'), real, 'poll'), sample, 'sample')
  expect([...samples.rows.keys()]).toEqual(['sample.X'])
  expect([...take(samples, real, 'poll').rows.keys()]).toEqual(['carry.X'])
})

test('closed rows are forgotten when the order is renewed', () => {
  const step = delta(start(), 6, [], [a.id])
  expect(step && [...withoutGone(step.state).rows.keys()]).toEqual([b.id])
})
