import { expect, test } from 'vitest'
import { instrument, Stage } from '../testing/stage.ts'
import { Quarantine } from './quarantine.ts'

test('[D2] a leg that has had its fresh snapshot is not asked again while the other one has none', () => {
  const refreshed: string[] = []
  const quarantine = new Quarantine(
    ({ exchange }) => refreshed.push(exchange),
    () => undefined,
  )
  const stage = new Stage()
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('okx', 'SOL', 'USDT'))
  const [route] = stage.engine.routes
  if (route === undefined) throw new Error('no route')
  const snapshotOf = (exchange: 'binance' | 'okx') => stage.book(0, exchange, 'SOLUSDT', '100', '101')
  const asked = (now: number) => {
    refreshed.length = 0
    quarantine.seen(route, now)
    return [...refreshed].sort()
  }
  expect(asked(1_000)).toEqual(['binance', 'okx'])
  snapshotOf('okx')
  expect(asked(6_000)).toEqual(['binance'])
  expect(asked(11_000)).toEqual(['binance'])
  snapshotOf('binance')
  expect(asked(12_000)).toEqual([])
  expect(asked(16_000)).toEqual(['binance', 'okx'])
})
