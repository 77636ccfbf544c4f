import { expect, test } from 'vitest'
import { type MarketStatus, mergedStatus } from './feed-status.ts'

const market = (changes: Partial<MarketStatus>): MarketStatus => ({
  state: 'live',
  reason: null,
  isWanted: true,
  sockets: 1,
  reconnects: 2,
  bannedUntil: null,
  refusedFrames: 3,
  unconfirmed: 4,
  refusedSubscriptions: 5,
  clockOffsetMs: 6,
  ...changes,
})

test.each([
  ['both live', {}, {}, 'live', null],
  ['one reconnecting', {}, { state: 'reconnecting', reason: 'silent' }, 'reconnecting', 'silent'],
  ['one down, one reconnecting', { state: 'down', reason: 'tls' }, { state: 'reconnecting' }, 'down', 'tls'],
  [
    'one in maintenance, one down',
    { state: 'down' },
    { state: 'maintenance', reason: 'maintenance' },
    'maintenance',
    'maintenance',
  ],
  ['one down, one banned', { state: 'down' }, { state: 'rate-limited', reason: 'banned' }, 'rate-limited', 'banned'],
  ['an exchange that serves nobody here', { state: 'down', reason: 'region-refused' }, {}, 'down', 'region-refused'],
  ['one banned', { state: 'rate-limited', reason: 'banned' }, { state: 'maintenance' }, 'rate-limited', 'banned'],
  ['one down that nobody wants', {}, { state: 'down', reason: 'dns', isWanted: false }, 'live', null],
  ['nothing wanted yet', { state: 'connecting', isWanted: false }, { state: 'down', isWanted: false }, 'down', null],
] as const)(
  '%s: the exchange shows the state of the highest precedence of what is wanted',
  (_name, spot, perp, state, reason) => {
    expect(mergedStatus([market(spot), market(perp)])).toMatchObject({ state, reason })
  },
)

test('what is counted is added up, the longest ban and the first known clock are told', () => {
  expect(mergedStatus([market({ bannedUntil: 7 }), market({ bannedUntil: 9, clockOffsetMs: 8 })])).toEqual({
    state: 'live',
    reason: null,
    sockets: 2,
    reconnects: 4,
    bannedUntil: 9,
    refusedFrames: 6,
    unconfirmed: 8,
    refusedSubscriptions: 10,
    clockOffsetMs: 6,
  })
  expect(mergedStatus([market({ clockOffsetMs: null }), market({ clockOffsetMs: 8 })]).clockOffsetMs).toBe(8)
  expect(mergedStatus([market({ clockOffsetMs: null }), market({ isWanted: false })]).clockOffsetMs).toBeNull()
})
