import { describe, expect, test } from 'vitest'
import { carryRow, spotRow, triRow } from '../testing/rows.ts'
import { ListStore } from './list-store.ts'
import { DEFAULT_SORT } from './order.ts'

const AS_OF = '2026-11-20T11:03:21.000Z'
const a = spotRow({ id: 'a', net_roi: 0.5 })
const b = spotRow({ id: 'b', net_roi: 0.9 })

function setUp() {
  let now = 1_000
  const store = new ListStore('spot', { steady: () => now, wall: () => 1_700_000_000_000 + now, random: () => 1 })
  const seen = { a: 0, b: 0, list: 0 }
  store.watchRow('a', () => seen.a++)
  store.watchRow('b', () => seen.b++)
  store.watch(() => seen.list++)
  return { store, seen, pass: (ms: number) => (now += ms) }
}

const list = (rows: (typeof a)[]) => ({ version: 1, as_of: AS_OF, source: 'live' as const, rows })

describe('the store', () => {
  test('a change of one row tells that row and no other', () => {
    const { store, seen } = setUp()
    store.snapshot(list([a, b]), 'stream')
    const before = { ...seen }
    const untouched = store.row('a')
    store.delta({ version: 2, as_of: AS_OF, upsert: [{ ...b, net_roi: 0.7 }], remove: [] })
    expect([seen.a - before.a, seen.b - before.b]).toEqual([0, 1])
    expect(store.row('a')).toBe(untouched)
    expect(store.row('b')?.held.row).toMatchObject({ net_roi: 0.7 })
  })

  test('a closed row keeps its place until the order is renewed', () => {
    const { store } = setUp()
    store.snapshot(list([a, b]), 'stream')
    store.delta({ version: 2, as_of: AS_OF, upsert: [], remove: ['b'] })
    expect(store.view().count).toBe(1)
    expect(store.row('b')?.held.gone).toBe(true)
    expect(store.renewedOrder(DEFAULT_SORT.spot)).toEqual(['a'])
    expect(store.row('b')).toBeUndefined()
  })

  test('what a user’s first call answers is not called the visitors’ list; a visitor’s is', () => {
    const clocks = { steady: () => 0, wall: () => 0, random: () => 0 }
    const cachedAt = (as: 'user' | 'visitor') => {
      const store = new ListStore('spot', clocks, as)
      const demo = { as_of: AS_OF, source: 'demo' as const, rows: [a] }
      const seen = [store.view().cached]
      store.snapshot({ ...demo, version: null }, 'poll')
      seen.push(store.view().cached)
      store.snapshot({ ...demo, version: 'x' }, 'stream')
      store.setTransport('streaming')
      seen.push(store.view().cached)
      store.snapshot({ ...demo, version: 'y' }, 'stream')
      return [...seen, store.view().cached]
    }
    expect(cachedAt('user')).toEqual([false, false, false, true])
    expect(cachedAt('visitor')).toEqual([false, true, true, true])
  })

  test('a live list that is polled because there is no stream is not called the visitors’; a cached list is', () => {
    const cachedFrom = (source: 'live' | 'demo' | 'cache', as: 'user' | 'visitor') => {
      const store = new ListStore('spot', { steady: () => 0, wall: () => 0, random: () => 0 }, as)
      store.snapshot({ version: null, as_of: AS_OF, source, rows: [a] }, 'poll')
      store.setTransport('polling')
      store.snapshot({ version: null, as_of: AS_OF, source, rows: [b] }, 'poll')
      return store.view().cached
    }
    expect([cachedFrom('live', 'user'), cachedFrom('demo', 'user'), cachedFrom('cache', 'user')]).toEqual([
      false,
      false,
      true,
    ])
    // Where everybody gets the live list, a visitor's says so too.
    expect([cachedFrom('live', 'visitor'), cachedFrom('demo', 'visitor'), cachedFrom('cache', 'visitor')]).toEqual([
      false,
      true,
      true,
    ])
  })

  test('[STATE-22] a failed refresh displaces what is on screen, marked, and the order never knows', () => {
    const { store, pass } = setUp()
    store.snapshot(list([a, b]), 'stream')
    store.setTransport('failed')
    pass(2_000)
    store.jitter(true)
    expect(store.row('a')?.jitter).toBeCloseTo(0.02, 12)
    expect(store.row('a')?.held.row).toMatchObject({ net_roi: 0.5 })
    expect(store.wantedOrder(DEFAULT_SORT.spot)).toEqual(['b', 'a'])
  })

  test('the switch and the returning stream both end the displacement', () => {
    const { store, pass } = setUp()
    store.snapshot({ ...list([a]), version: null }, 'poll')
    store.setTransport('polling')
    pass(2_000)
    store.jitter(true)
    expect(store.row('a')?.jitter).not.toBeNull()
    store.jitter(false)
    expect(store.row('a')?.jitter).toBeNull()
    store.jitter(true)
    store.setTransport('streaming')
    expect(store.row('a')?.jitter).toBeNull()
  })

  test('one quote currency stands in the heading; several do not', () => {
    const { store } = setUp()
    store.snapshot(list([a, b]), 'stream')
    expect(store.view().currency).toBe('USDT')
    store.snapshot({ ...list([a, spotRow({ id: 'c', quote: 'USDC' })]), version: 2 }, 'stream')
    expect(store.view().currency).toBeNull()
  })

  test('the gain of a cycle is in its start asset, and the hold of carry rows is told where all rows share it', () => {
    const clocks = { steady: () => 0, wall: () => 0, random: () => 0 }
    const tri = new ListStore('tri', clocks)
    tri.snapshot({ version: 1, as_of: AS_OF, source: 'live', rows: [triRow({ id: 'a', base_asset: 'BTC' })] }, 'stream')
    expect(tri.view()).toMatchObject({ currency: 'BTC', holdDays: null })
    const carry = new ListStore('carry', clocks)
    const rows = [carryRow({ id: 'a', hold_days: 90 }), carryRow({ id: 'b', hold_days: 90 })]
    carry.snapshot({ version: 1, as_of: AS_OF, source: 'live', rows }, 'stream')
    expect(carry.view()).toMatchObject({ currency: 'USDT', holdDays: 90, count: 2 })
  })

  test('[CALL-32] samples are taken off the screen as soon as real rows come', () => {
    const store = new ListStore('carry', { steady: () => 0, wall: () => 0, random: () => 0 })
    let changes = 0
    store.watchRow('sample.A', () => changes++)
    store.snapshot({ version: null, as_of: AS_OF, source: 'cache', rows: [carryRow({ id: 'sample.A' })] }, 'sample')
    store.snapshot({ version: null, as_of: AS_OF, source: 'live', rows: [carryRow({ id: 'carry.A' })] }, 'poll')
    expect(store.row('sample.A')).toBeUndefined()
    expect(changes).toBe(2)
  })
})
