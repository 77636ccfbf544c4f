import type { FinishedEpisode } from '@makas/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FindingEvent } from '../lifetimes/opportunity-lifecycles.ts'
import { priorOutlook } from '../opportunity/outlook.ts'
import { instrument, Stage } from '../testing/stage.ts'
import { runToEnd } from './time-slices.ts'

const ID = 'spot.SOL-USDT.okx.binance'

/** One spot row that is open since 1,000 ms, of an engine that defers; `bid` is its selling side. */
function openRow() {
  const told: FindingEvent[] = []
  const stage = new Stage({ conflates: true, onFinding: (event) => told.push(event) })
  stage.list(instrument('okx', 'SOL', 'USDT'), instrument('binance', 'SOL', 'USDT'))
  stage.book(1_000, 'okx', 'SOLUSDT', '99.9', '100')
  const sell = (at: number, bid: string, size?: string) => stage.book(at, 'binance', 'SOLUSDT', bid, '105', size)
  sell(1_000, '101')
  const turn = (at: number, modes: readonly ('spot' | 'carry' | 'tri')[]) =>
    runToEnd(stage.engine.evaluatingDeferred(() => at, modes))
  return { stage, told, sell, turn, opened: told.length }
}

const words = (told: readonly FindingEvent[]) => told.map(({ event, t }) => `${event} ${t}`)

test('a row that nobody reads keeps its opportunity while it pays, a second at most', () => {
  const { told, sell, turn } = openRow()
  sell(1_050, '101.1')
  turn(1_100, [])
  sell(1_150, '101.2')
  turn(1_200, [])
  expect(words(told)).toEqual(['opened 1000'])
  turn(1_900, [])
  turn(2_000, [])
  expect(words(told)).toEqual(['opened 1000', 'changed 2000'])
  expect(told.at(-1)?.opportunity.legs[1]?.levels.prices[0]).toBeGreaterThan(0)
})

test('a row that nobody reads closes with the turn after its depth pays no more, and at once when its best prices do not', () => {
  const thin = openRow()
  thin.sell(1_050, '101', '0.0001')
  thin.turn(1_100, [])
  expect(words(thin.told)).toEqual(['opened 1000', 'closed 1100'])
  const lost = openRow()
  lost.sell(1_050, '99')
  expect(words(lost.told)).toEqual(['opened 1000', 'closed 1050'])
})

test('a row takes its newest opportunity as soon as its mode is read, or it is asked for', () => {
  const read = openRow()
  read.sell(1_050, '101.1')
  read.turn(1_100, ['carry'])
  expect(words(read.told)).toEqual(['opened 1000'])
  read.turn(1_200, ['spot'])
  expect(words(read.told)).toEqual(['opened 1000', 'changed 1200'])
  const asked = openRow()
  asked.sell(1_050, '101.1')
  const [route] = asked.stage.engine.open
  if (route?.id !== ID) throw new Error('no row is open')
  asked.stage.engine.capture(route, 1_060)
  expect(words(asked.told)).toEqual(['opened 1000', 'changed 1060'])
})

test('rows open and close at the same moments, and last as long, whether anybody reads them or not', () => {
  const move = fc.record({
    exchange: fc.constantFrom('okx', 'binance', 'bybit'),
    bid: fc.constantFrom('99.9', '100.1', '100.4', '101', '101.5', '102'),
    size: fc.constantFrom('0.0001', '0.5', '3'),
    waits: fc.constantFrom(10, 60, 150, 700),
  })
  const seen = { opened: 0, closed: 0, ended: 0 }
  fc.assert(
    fc.property(fc.array(move, { minLength: 5, maxLength: 40 }), (moves) => {
      const walk = (modes: readonly 'spot'[]) => {
        const finished: FinishedEpisode[] = []
        const episodes = { outlookOf: priorOutlook, finished: (one: FinishedEpisode) => finished.push(one) }
        const stage = new Stage({ conflates: true, episodes })
        stage.isLive = true
        stage.list(...(['okx', 'binance', 'bybit'] as const).map((exchange) => instrument(exchange, 'SOL', 'USDT')))
        let now = 1_000
        let turnAt = 1_100
        for (const { exchange, bid, size, waits } of moves) {
          now += waits
          for (; turnAt <= now; turnAt += 100) {
            stage.engine.tick(turnAt)
            runToEnd(stage.engine.evaluatingDeferred(() => turnAt, modes))
          }
          stage.book(now, exchange, 'SOLUSDT', bid, String(Number(bid) + 0.1), size)
        }
        const ends = stage.told.filter(({ event }) => event !== 'changed')
        return { ends: ends.map(({ t, event, reason, route }) => [t, event, reason, route.id]), finished }
      }
      const [read, unread] = [walk(['spot']), walk([])]
      expect(unread).toEqual(read)
      for (const [, event] of read.ends) seen[event as 'opened' | 'closed']++
      seen.ended += read.finished.length
    }),
    { numRuns: 200, seed: 11 },
  )
  expect(Math.min(seen.opened, seen.closed, seen.ended)).toBeGreaterThan(50)
})
