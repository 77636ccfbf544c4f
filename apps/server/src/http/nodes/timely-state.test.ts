import { MarketStats, Status } from '@makas/contract'
import { expect, test } from 'vitest'
import type { FeedTally, MarketState } from '../../app/engine-protocol/state.ts'
import { row } from '../testing/rows.ts'
import { MarketMerger } from './merged-market.ts'
import { TextReader } from './shard-texts.ts'
import { timelyAlone } from './timely-state.ts'

const NOW = 1_795_636_201_000
const FEED: FeedTally = {
  ...{ exchange: 'okx', state: 'live', reason: null, reconnects: 0, bans: 0, refusedFrames: 0, unconfirmed: 0 },
  ...{ clockOffsetMs: 0, total: 2, live: 2, gaps: 0, checksumsBad: 0, resyncs: 0, states: ['LIVE'] },
  provenAges: [100, 300],
}

/** A shard's state of `lagMs` ago, with one row whose book is 400 ms old and expires in `expires_in_ms`. */
function told(id: string, lagMs: number, expires_in_ms = 1_600, feed: Partial<FeedTally> = {}): MarketState {
  const asOf = NOW - lagMs
  return {
    ...{ version: 1, asOf, oldestInput: { spot: asOf - 400, carry: asOf, tri: asOf }, source: 'live' },
    rows: { spot: [{ id, revision: 1, json: JSON.stringify(row(id, { expires_in_ms })) }], carry: [], tri: [] },
    stats: JSON.stringify({
      ...{ active_exchanges: 1, total_opportunities: 1, by_mode: { spot: 1, carry: 0, tri: 0 } },
      ...{ live_pairs: 1, rejected: {} },
    }),
    ...{ prices: '[]', status: '{}', ready: true },
    tally: {
      ...{ isDeciding: false, startedAt: NOW - 60_000, isLive: true, wasLive: true, liveExchanges: ['okx'] },
      feeds: [{ ...FEED, ...feed }],
    },
  }
}

function merged(heard: readonly MarketState[], isFrozen = false) {
  const state = new MarketMerger().merge(
    { heard: heard.flatMap((one) => new TextReader().read(one) ?? []), away: [], now: NOW },
    isFrozen,
  )
  if (state === null) throw new Error('nothing was merged')
  const status = Status.parse(JSON.parse(state.status))
  const stats = MarketStats.parse(JSON.parse(state.stats))
  const ages = state.rows.spot.map(({ json }) => JSON.parse(json).age_ms as number)
  return { state, ages, exchange: status.exchanges[0], engine: status.engine, status, stats }
}

test('books and rows of a shard that was held up are older by that time', () => {
  const { state, ages, exchange, status } = merged([told('a', 0), told('b', 1_200)])
  expect(ages).toEqual([400, 1_600])
  expect(exchange).toMatchObject({ age_p50_ms: 300, age_p99_ms: 1_500, books_live: 4 })
  expect([state.asOf, status.as_of]).toEqual([NOW, new Date(NOW).toISOString()])
})

test('no book is live in a state that is older than any book may be', () => {
  const one = merged([told('a', 0), told('b', 2_900)])
  expect(one.exchange).toMatchObject({ age_p99_ms: 3_200, books_live: 2, books_total: 4, state: 'live' })
  const all = merged([told('a', 2_500), told('b', 2_900)])
  expect(all.exchange).toMatchObject({ books_live: 0, books_total: 4, state: 'late' })
  expect([all.engine.state, all.state.ready, all.stats.active_exchanges]).toEqual(['down', false, 0])
})

test.each([
  [0, 400],
  [250, 400],
  [251, 651],
  [490, 890],
])('rows that were all held up by %i ms tell an age at most 250 ms too young', (lagMs, age) => {
  expect(merged([told('a', lagMs), told('b', lagMs)]).ages).toEqual([age, age])
})

test('rows past their limit leave even if all shards are held up alike, and are not counted', () => {
  const { state, stats } = merged([told('a', 300, 300), told('b', 300)])
  expect(state.rows.spot.map(({ id }) => id)).toEqual(['b'])
  expect(stats).toMatchObject({ total_opportunities: 1, by_mode: { spot: 1, carry: 0, tri: 0 } })
})

test('a frozen state only grows older: it stays as ready as it was', () => {
  const { state, ages, exchange } = merged([told('a', 4_000), told('b', 5_000)], true)
  expect(ages).toEqual([4_400, 5_400])
  expect([state.ready, state.asOf]).toEqual([true, NOW])
  expect(exchange).toMatchObject({ books_live: 4, age_p99_ms: 5_300 })
})

test.each([
  ['live', 'reconnecting', 'reconnecting'],
  ['reconnecting', 'down', 'down'],
  ['down', 'maintenance', 'maintenance'],
  ['down', 'rate-limited', 'rate_limited'],
  ['maintenance', 'rate-limited', 'rate_limited'],
] as const)('an exchange that is %s for one shard and %s for another has the status %s', (one, other, shown) => {
  const states = [told('a', 0, 1_600, { state: one }), told('b', 0, 1_600, { state: other })]
  expect([merged(states).exchange?.state, merged(states.reverse()).exchange?.state]).toEqual([shown, shown])
})

/** A shard's state of `lagMs` ago, with carry rows: their ids and the time in which each of them expires, ms. */
function toldCarry(lagMs: number, expiring: Readonly<Record<string, number>>, pairs: number | undefined): MarketState {
  const carry = Object.entries(expiring).map(([id, expires_in_ms]) => ({
    id,
    revision: 1,
    json: JSON.stringify(row(id, { expires_in_ms })),
  }))
  const stats = { active_exchanges: 1, total_opportunities: carry.length, live_pairs: 1, rejected: {} }
  const by_mode = { spot: 0, carry: carry.length, tri: 0 }
  return {
    ...told('a', lagMs),
    rows: { spot: [], carry, tri: [] },
    stats: JSON.stringify({ ...stats, by_mode, carry_pairs: pairs }),
  }
}

test('a carry pair is counted once, until its last row is over', () => {
  const both = { 'carry.A-USDT.okx.long-spot.1x': 300, 'carry.A-USDT.okx.long-spot.2x': 1_600 }
  const one = { 'carry.B-USDT.okx.long-spot.2x': 300 }
  const states = [toldCarry(300, both, 1), toldCarry(300, one, 1)]
  expect(merged(states).stats).toMatchObject({ by_mode: { carry: 1 }, carry_pairs: 1 })
  expect(merged([toldCarry(0, both, 1), toldCarry(0, one, 1)]).stats).toMatchObject({ carry_pairs: 2 })
  const alone = states.map((state) => JSON.parse(timelyAlone(state, NOW, false).stats).carry_pairs)
  expect(alone).toEqual([1, 0])
  // A shard of an earlier version counts rows alone: half a number would be none.
  expect(merged([toldCarry(0, both, 1), toldCarry(0, one, undefined)]).stats.carry_pairs).toBeUndefined()
})
