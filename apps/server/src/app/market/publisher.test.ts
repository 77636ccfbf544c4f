import { expect, test } from 'vitest'
import { priorOutlook } from './outlook.ts'
import { Publisher } from './publisher.ts'
import { instrument, Stage } from './testing/stage.ts'

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

const inputsOf = ({ engine }: Stage) => ({
  engine,
  feeds: [],
  changes: new Map(),
  source: 'live' as const,
  outlookOf: priorOutlook,
  isDeciding: false,
  startedAt: 0,
})

test('a state that is made in pieces is that of its last piece: what closed, opened and changed meanwhile is in it', () => {
  const stage = market()
  const inputs = inputsOf(stage)
  const making = new Publisher().making(inputs, () => NOW, NOW)
  let pieces = 0
  const sell = (coin: number, bid: string) => stage.book(NOW, 'binance', `C${coin}USDT`, bid, '101.5')
  for (let step = making.next(); ; step = making.next()) {
    if (step.done === true) {
      const rows = (state: typeof step.value) => state.rows.spot.map(({ id, json }) => [id, json])
      const whole = new Publisher().state(inputs, NOW, NOW)
      expect(rows(step.value)).toEqual(rows(whole))
      expect(step.value.stats).toBe(whole.stats)
      break
    }
    pieces++
    if (pieces > 1) continue
    sell(0, '99.9')
    sell(COINS - 2, '99.9')
    sell(1, '101.3')
    sell(COINS - 1, '101.4')
  }
  expect(pieces).toBe(2)
  expect(stage.engine.open.size).toBe(COINS - 2)
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
