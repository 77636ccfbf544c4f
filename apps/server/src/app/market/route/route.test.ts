import { BookSlot } from '@makas/domain'
import { expect, test } from 'vitest'
import { MarketLeg } from '../legs/market-leg.ts'
import { ALWAYS_EVALUATE, FEES, IDLE, OwnState } from '../legs/route-state.ts'
import { SpotRoute } from './spot-route.ts'

function spotRoute(): { route: SpotRoute; states: OwnState } {
  const [buy, sell] = (['okx', 'binance'] as const).map((exchange, at) => {
    const slot = new BookSlot(exchange, 'spot', 'SOLUSDT', { depth: 1, visibleDepth: 1, keepsTexts: false })
    return new MarketLeg(at, slot, { base: 'SOL', quote: 'USDT', multiplierDigits: 0 }, null)
  }) as [MarketLeg, MarketLeg]
  const route = new SpotRoute(buy, sell)
  const states = new OwnState()
  route.keepStateIn(states, 0)
  return { route, states }
}

test('what was counted without the object is what the object says, whatever is set of it next', () => {
  const { route, states } = spotRoute()
  expect([route.rejection, route.isIdle, route.isDecidedByTopOfBook]).toEqual([null, true, true])
  states.setState(0, FEES)
  expect([route.rejection, route.isIdle, route.isDecidedByTopOfBook]).toEqual(['fees', false, true])
  route.confirmed = true
  expect([route.rejection, states.stateAt()]).toEqual(['fees', ALWAYS_EVALUATE])
  route.confirmed = false
  expect([route.rejection, states.stateAt()]).toEqual(['fees', FEES])
  route.isDeferred = true
  expect([route.rejection, states.stateAt()]).toEqual(['fees', FEES])
  states.setState(0, IDLE)
  expect([route.rejection, route.isIdle]).toEqual([null, true])
})

test('a gap that is neither idle nor eaten by fees is looked at, and keeps its reason', () => {
  const { route, states } = spotRoute()
  route.rejection = 'stale'
  expect([route.rejection, states.stateAt(), route.isDecidedByTopOfBook]).toEqual(['stale', ALWAYS_EVALUATE, false])
  route.rejection = 'fees'
  expect(states.stateAt()).toBe(FEES)
  route.rejection = null
  expect(states.stateAt()).toBe(IDLE)
})
