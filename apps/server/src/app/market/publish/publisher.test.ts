import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priorOutlook } from '../opportunity/outlook.ts'
import { RecordedStage } from '../testing/recorded-stage.ts'
import { decimal, instrument, Stage } from '../testing/stage.ts'
import { Publisher } from './publisher.ts'

const COINS = 40
const NOW = 1_000

function market(): Stage {
  const stage = new Stage()
  for (let coin = 0; coin < COINS; coin++) {
    stage.list(instrument('okx', `C${coin}`, 'USDT'), instrument('binance', `C${coin}`, 'USDT'))
    stage.book(NOW, 'okx', `C${coin}USDT`, '99.9', '100')
    stage.book(NOW, 'binance', `C${coin}USDT`, coin < COINS - 1 ? '101' : '99.9', '101.1')
  }
  expect(stage.engine.open.size).toBe(COINS - 1)
  return stage
}

const inputsOf = ({ engine }: Pick<Stage, 'engine'>) => ({
  engine,
  feeds: [],
  changes: new Map(),
  source: 'live' as const,
  outlookOf: priorOutlook,
  isDeciding: false,
  startedAt: 0,
})

test('a state that is made in pieces equals the state of its last piece, whatever closed, opened and changed between any two', () => {
  const seen = { opened: 0, closed: 0 }
  const seed = 7
  const move = fc.record({
    piece: fc.integer({ min: 1, max: 70 }),
    coin: fc.integer({ min: 0, max: COINS - 1 }),
    bid: fc.constantFrom('99.9', '101', '101.3', '101.4'),
  })
  fc.assert(
    fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
      const stage = market()
      for (let coin = 0; coin < COINS / 2; coin++) stage.book(NOW, 'binance', `C${coin}USDT`, '99.9', '101.1')
      const inputs = inputsOf(stage)
      const making = new Publisher().making(inputs, { clock: () => NOW, wall: NOW })
      const wasOpen = new Set(stage.engine.open)
      let made = making.next()
      for (let piece = 1; made.done !== true; piece++) {
        for (const { coin, bid } of moves.filter((one) => one.piece === piece))
          stage.book(NOW, 'binance', `C${coin}USDT`, bid, '101.5')
        made = making.next()
      }
      const { state, listed } = made.value
      const rows = (one: typeof state) => one.rows.spot.map(({ id, json }) => [id, json])
      const whole = new Publisher().state(inputs, NOW, NOW)
      expect(rows(state)).toEqual(rows(whole))
      expect([state.stats, state.oldestInput]).toEqual([whole.stats, whole.oldestInput])
      expect(listed.map(({ row }) => row.id)).toEqual(state.rows.spot.map(({ id }) => id))
      for (const route of stage.engine.open) if (!wasOpen.has(route)) seen.opened++
      for (const route of wasOpen) if (!stage.engine.open.has(route)) seen.closed++
    }),
    { numRuns: 60, seed },
  )
  expect(Math.min(seen.opened, seen.closed)).toBeGreaterThan(10)
})

test('a closed row can be asked for five minutes, and not longer when nothing else closes', () => {
  const stage = new RecordedStage().open()
  stage.frame(1_500, true)
  stage.frame(1_700, false)
  const told = stage.told.at(-1)
  if (told === undefined) throw new Error('nothing was told')
  const inputs = inputsOf(stage)
  const publisher = new Publisher()
  publisher.closed(told, inputs)
  const closedAfter = (ms: number) => publisher.evidence(inputs, told.route.id, 1_700 + ms)
  expect(JSON.parse(closedAfter(300_000) ?? 'null').row.state).toBe('CLOSED')
  expect(closedAfter(300_001)).toBeNull()
})

test('the best net return comes first, and of equal returns the lesser id', () => {
  const stage = market()
  for (const [coin, bid] of [
    [7, '101.4'],
    [3, '101.2'],
    [5, '101.2'],
  ] as const)
    stage.book(NOW, 'binance', `C${coin}USDT`, bid, '101.5')
  const ids = new Publisher().state(inputsOf(stage), NOW, NOW).rows.spot.map(({ id }) => id)
  const best = [7, 3, 5].map((coin) => `spot.C${coin}-USDT.okx.binance`)
  expect(ids).toEqual([...best, ...ids.filter((id) => !best.includes(id)).sort()])
})

test('a row that is told again is the same row under the same revision until its offer or its age is another', () => {
  const stage = market()
  const publisher = new Publisher()
  const inputs = inputsOf(stage)
  const revisions = (now: number) =>
    publisher.state(inputs, now, now).rows.spot.map(({ id, revision }) => [id, revision])
  const first = revisions(NOW)
  expect(revisions(NOW + 100)).toEqual(first)
  stage.book(NOW + 100, 'binance', 'C1USDT', '101.3', '101.5')
  const changed = new Map(revisions(NOW + 100) as [string, number][])
  expect(first.filter(([id, revision]) => changed.get(id as string) !== revision)).toHaveLength(1)
})

test.each([
  ['live', 20_000],
  ['replay', 0],
] as const)('[D6] the oldest input of carry rows counts their marks in a market that is %s', (source, oldestMs) => {
  const hour = 3_600_000
  const begun = 1_000 * hour
  const stage = new Stage()
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('binance', 'SOL', 'USDT', { market: 'perp' }))
  const rates = Array.from({ length: 21 }, (_, i) => ({ time: begun - (i + 1) * 8 * hour, rate: decimal('0.0003') }))
  stage.fact(
    begun,
    'binance',
    { kind: 'settled', symbol: 'SOLUSDT', rates },
    { kind: 'mark', symbol: 'SOLUSDT', mark: decimal('100'), index: null },
    { kind: 'interval', symbol: 'SOLUSDT', hours: 8 },
  )
  const now = begun + 20_000
  stage.book(now, 'binance', 'SOLUSDT', '99.99', '100', '10')
  stage.perp(now, 'binance', 'SOLUSDT', '100.1', '100.11', '10')
  const { rows, oldestInput, stats } = new Publisher().state({ ...inputsOf(stage), source }, now, now)
  expect(rows.carry).toHaveLength(2)
  // Two leverages of one pair.
  expect(JSON.parse(stats)).toMatchObject({ by_mode: { carry: 2 }, carry_pairs: 1 })
  expect(oldestInput).toEqual({ spot: now, carry: now - oldestMs, tri: now })
})
