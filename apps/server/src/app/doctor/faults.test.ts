import { expect, test } from 'vitest'
import { type Fault, faultsOf } from './faults.ts'
import type { ExchangeFindings, ListFindings, RunFindings } from './findings.ts'
import { entriesIn, isGreeting, signatureOf } from './raw-text.ts'

const NONE = { count: 0, examples: [] }
const LIST: ListFindings = {
  market: 'spot',
  entries: 100,
  bytes: 1_000,
  read: 90,
  trading: 80,
  repeated: 0,
  withoutSteps: 0,
  withoutPrice: 0,
  before: null,
  wanted: 50,
  leftOut: [],
}
const FINE: RunFindings = {
  seconds: 60,
  state: 'live',
  reason: null,
  bans: 0,
  bannedUntil: null,
  sockets: 2,
  reconnects: 0,
  clockOffsetMs: 3,
  lists: [LIST],
  subscriptions: { wanted: 50, confirmed: 50, refused: 0, unconfirmed: 0 },
  books: {
    proven: 50,
    live: 50,
    firstProvenMs: 300,
    medianProvenMs: 400,
    lastProvenMs: 900,
    unproven: NONE,
    tooOld: NONE,
    differing: NONE,
  },
  marks: { wanted: 0, came: 0 },
  frames: {
    count: 10_000,
    perSecond: 160,
    bytesPerSecond: 60_000,
    unusual: { count: 0, share: 0, example: '' },
    refused: {},
    meaningless: [],
  },
  gaps: 0,
  resyncs: 0,
  checksums: { right: 10_000, wrong: 0 },
  ages: { p50: 100, p99: 900 },
  requests: [],
  failures: [],
}

const found = (run: Partial<RunFindings>, more: Partial<ExchangeFindings> = {}): readonly Fault[] =>
  faultsOf({ exchange: 'okx', hosts: [], alone: null, together: { ...FINE, ...run }, key: null, ...more })
const named = (...given: Parameters<typeof found>) => found(...given).map(({ code, level }) => `${level} ${code}`)

test('a healthy exchange has no fault', () => {
  expect(found({})).toEqual([])
})

test('what did not come is no news where the way is closed, and a clock that is off still is', () => {
  const nothing = { ...FINE.books, proven: 0, unproven: { count: 50, examples: ['BTC-USDT'] } }
  const shut = { reason: 'region-refused', books: nothing, lists: [], clockOffsetMs: 9_000 } as const
  expect(named(shut)).toEqual(['fault region-refused', 'fault clock-skew'])
  expect(named({ books: nothing, lists: [] })).toEqual(['fault list-missing', 'fault books-unproven'])
})

test('single losses are notes, many are a fault', () => {
  expect(named({ gaps: 2, resyncs: 2 })).toEqual(['note books-lost'])
  expect(named({ gaps: 20, resyncs: 20 })).toEqual(['fault books-lost'])
  expect(named({ resyncs: 51 })).toEqual(['fault books-lost'])
  expect(named({ checksums: { right: 9_999, wrong: 1 } })).toEqual(['note checksums-wrong'])
  expect(named({ checksums: { right: 9_000, wrong: 1_000 } })).toEqual(['fault checksums-wrong'])
  const quiet = (count: number) => ({ books: { ...FINE.books, tooOld: { count, examples: ['X'] } } })
  expect(named(quiet(10))).toEqual(['note books-quiet'])
  expect(named(quiet(30))).toEqual(['fault books-quiet'])
})

test('lists are compared with the tickers, with the list before, and with the list of the look alone', () => {
  const list = (more: Partial<ListFindings>) => ({ lists: [{ ...LIST, ...more }] })
  expect(named(list({ withoutPrice: 40 }))).toEqual(['fault list-size'])
  expect(named(list({ before: 50 }))).toEqual(['fault list-size'])
  expect(named(list({ before: 210 }))).toEqual(['fault list-size'])
  expect(named(list({ before: 99, withoutPrice: null }))).toEqual([])
  expect(named({}, { alone: { ...FINE, lists: [{ ...LIST, entries: 50 }] } })).toEqual(['fault list-size'])
  expect(named(list({ read: 3, trading: 3 }))).toEqual(['fault list-unread'])
  expect(named(list({ withoutSteps: 79 }))).toEqual(['fault list-fields'])
})

test('refused frames are faults, single marks that are no price and refused requests are notes', () => {
  const one = { count: 1, share: 0.0001, example: '{}' }
  const refused = (why: string) => ({ frames: { ...FINE.frames, refused: { [why]: one } } })
  expect(named(refused('malformed-book'))).toEqual(['fault frames-refused'])
  expect(named(refused('unknown-message'))).toEqual(['fault frames-unknown'])
  expect(named(refused('bad-mark'))).toEqual(['note frames-refused'])
  expect(named(refused('error-body'))).toEqual(['note frames-refused'])
  const unusual = (share: number) => ({ frames: { ...FINE.frames, unusual: { ...one, share } } })
  expect(named(unusual(0.05))).toEqual([])
  expect(named(unusual(0.5))).toEqual(['fault frames-unusual'])
})

test('what works alone and not together is named', () => {
  const nothing = { ...FINE.books, proven: 0, unproven: { count: 50, examples: [] } }
  expect(named({ books: nothing }, { alone: FINE })).toEqual(['fault books-unproven', 'fault worse-together'])
})

test.each([
  ['{"symbols":[{"s":1},{"s":2}],"rateLimits":[{"a":1}]}', 2],
  ['{"result":{"list":[{"s":1},{"s":2},{"s":3}]}}', 3],
  ['{"error":[],"result":{"XBTUSD":{"a":{"x":1}},"ETHUSD":{"a":{"x":1}}}}', 2],
  ['{"symbols":[]}', 0],
  ['no JSON', 0],
])('entries of %s: %i', (text, count) => {
  expect(entriesIn(text)).toBe(count)
})

test('a kind of message has no symbol in it', () => {
  expect(signatureOf('{"topic":"tickers.BTCUSDT","data":{}}')).toBe(
    signatureOf('{"data":{"x":1},"topic":"tickers.ETH"}'),
  )
  expect(signatureOf('{"arg":{"channel":"a","instId":"B"},"data":[]}')).toContain('arg=a')
  expect(isGreeting(signatureOf('{"event":"info","version":1}'))).toBe(true)
  expect(isGreeting(signatureOf('{"event":"information"}'))).toBe(false)
})
