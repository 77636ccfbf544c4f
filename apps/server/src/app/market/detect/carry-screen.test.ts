import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seedFor } from '../../../../../../scripts/run-length.ts'
import type { PerpFact } from '../../ports/market/exchange-reader.ts'
import { decimal, instrument, Stage } from '../testing/stage.ts'

const HOUR = 3_600_000
const T = 1_000 * HOUR
const symbol = 'SOLUSDT'
const mark = (price: string): PerpFact => ({ kind: 'mark', symbol, mark: decimal(price), index: null })
const settled = (rate: string, ...times: number[]): PerpFact => ({
  kind: 'settled',
  symbol,
  rates: times.map((time) => ({ time, rate: decimal(rate) })),
})
const interval = (hours: number | null): PerpFact => ({ kind: 'interval', symbol, hours })

const RATES = ['0.0003', '-0.0003', '0.00001', '-0.00001', '0', '0.00003']
const step = fc.record({
  what: fc.constantFrom('nothing', 'nothing', 'nothing', 'mark', 'mark', 'settled', 'interval', 'fee', 'lose'),
  rate: fc.constantFrom(...RATES),
  hours: fc.constantFrom(8, 8, 1, null),
  fee: fc.constantFrom('0.001', '0.0001', null),
  market: fc.constantFrom('spot', 'perp'),
  bid: fc.constantFrom('99.99', '100', '100', '101', '102'),
  isWide: fc.boolean(),
  wait: fc.constantFrom(0, 10, 400, 2_500, 20_000, HOUR, 8 * HOUR),
})

test('[WHAT-03] [F19] after each frame every carry route says what an engine says that is told everything anew', () => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 50 }), (steps) => {
      let fee: string | null = '0.001'
      const facts: [number, PerpFact][] = []
      const takerFee = () => (fee === null ? null : decimal(fee))
      const stage = new Stage({ takerFee })
      const list = (on: Stage) => {
        on.list(instrument('binance', 'SOL', 'USDT'), instrument('binance', 'SOL', 'USDT', { market: 'perp' }))
      }
      const tell = (now: number, fact: PerpFact) => {
        facts.push([now, fact])
        stage.fact(now, 'binance', fact)
      }
      let now = T
      list(stage)
      tell(now, interval(8))
      tell(now, mark('100'))
      tell(now, settled('0.0003', ...Array.from({ length: 4 }, (_, at) => T - 8 * HOUR * (at + 1))))
      stage.book(now, 'binance', symbol, '100', '100.1', '10')
      stage.perp(now, 'binance', symbol, '100', '100.1', '10')
      for (const { what, rate, hours, market, bid, isWide, wait, ...more } of steps) {
        now += wait
        if (what === 'mark') tell(now, mark(bid))
        if (what === 'settled') tell(now, settled(rate, now, now + 2 * HOUR))
        if (what === 'interval') tell(now, interval(hours))
        if (what === 'lose') stage.lose('binance', symbol, 'gap')
        if (what === 'fee') {
          fee = more.fee
          list(stage)
        }
        const ask = isWide ? '103' : String(Number(bid) + 0.1)
        stage[market === 'spot' ? 'book' : 'perp'](now, 'binance', symbol, bid, ask, '10')

        const fresh = new Stage({
          takerFee,
          openSlot: (exchange, kind, name) => stage.engine.slot(exchange, kind, name),
        })
        list(fresh)
        for (const [at, fact] of facts) fresh.fact(at, 'binance', fact)
        const slots = fresh.engine.slots.filter(({ acceptsDeltas }) => acceptsDeltas)
        for (const slot of slots.sort((a, b) => a.receivedAt - b.receivedAt)) fresh.engine.sink('binance').touched(slot)
        const said = saying(stage)
        expect(said).toEqual(saying(fresh))
        expect(stage.engine.rejected).toEqual(fresh.engine.rejected)
        for (const [, words] of said) seen.set(words, (seen.get(words) ?? 0) + 1)
      }
    }),
    { numRuns: 150, seed: seedFor('funding by number', 4) },
  )
  for (const words of ['nothing', 'row', 'fees', 'stale', 'interval-unknown', 'fee-unknown'])
    expect([words, (seen.get(words) ?? 0) > 20]).toEqual([words, true])
})

const saying = ({ engine }: Stage) =>
  engine.slots
    .filter(({ market }) => market === 'perp')
    .flatMap((slot) => engine.routesOf(slot))
    .map(({ id, opportunity, rejection }) => [id, opportunity === null ? (rejection ?? 'nothing') : 'row'] as const)

test('a mark that grows too old, and a payment whose time comes, are noticed by the next frame though nobody told anything', () => {
  const stage = new Stage()
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('binance', 'SOL', 'USDT', { market: 'perp' }))
  stage.fact(T, 'binance', interval(8), mark('100'), settled('0.00001', ...[1, 2, 3].map((at) => T - 8 * HOUR * at)))
  const speak = (now: number) => {
    stage.book(now, 'binance', symbol, '99.9', '100', '10')
    stage.perp(now, 'binance', symbol, '99.9', '100', '10')
  }
  speak(T)
  speak(T + 1_000)
  expect(stage.engine.rejected).toMatchObject({ fees: 2, stale: 0 })
  speak(T + 29_000)
  speak(T + 30_000)
  expect(stage.engine.rejected).toMatchObject({ fees: 2, stale: 0 })
  speak(T + 30_001)
  expect(stage.engine.rejected).toMatchObject({ fees: 0, stale: 2 })
  // A payment received before its time, far from the earlier rates: the mean changes when the clock reaches it.
  stage.fact(T + 31_000, 'binance', mark('100'), settled('-0.001', T + 40_000))
  speak(T + 39_999)
  expect(stage.engine.rejected).toMatchObject({ fees: 2 })
  const before = stage.engine
    .routesOf(stage.slot('binance', symbol, 'perp'))
    .filter((route) => route.rejection !== null)
  expect(before.map(({ id }) => id)).toEqual(['1x', '2x'].map((at) => `carry.SOL-USDT.binance.long-spot.${at}`))
  speak(T + 40_000)
  const after = stage.engine.routesOf(stage.slot('binance', symbol, 'perp')).filter((route) => !route.isIdle)
  expect(after.map(({ id }) => id)).toEqual(['1x', '2x'].map((at) => `carry.SOL-USDT.binance.reverse.${at}`))
})
