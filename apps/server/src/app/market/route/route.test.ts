import { BookSlot } from '@makas/domain'
import { expect, test } from 'vitest'
import { MarketLeg } from '../legs/market-leg.ts'
import {
  ALWAYS_EVALUATE,
  DEFERRED,
  FEES,
  IDLE,
  nextState,
  OwnState,
  PAYS,
  QUARANTINED,
  TRANSITIONS,
} from '../legs/route-state.ts'
import type { Rejection } from './route.ts'
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
  expect([route.rejection, route.isIdle]).toEqual([null, true])
  states.setState(0, FEES)
  expect([route.rejection, route.isIdle]).toEqual(['fees', false])
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
  expect([route.rejection, states.stateAt()]).toEqual(['stale', ALWAYS_EVALUATE])
  route.rejection = 'fees'
  expect(states.stateAt()).toBe(FEES)
  route.rejection = null
  expect(states.stateAt()).toBe(IDLE)
})

const STATES = [IDLE, FEES, DEFERRED, QUARANTINED, ALWAYS_EVALUATE, PAYS]

type Step = readonly [from: number, to: number, act: (route: SpotRoute) => void]
const counted = (rejection: Rejection | null) => (route: SpotRoute) => {
  route.rejection = rejection
}
const defers = (route: SpotRoute) => {
  route.isDeferred = true
}
const ends = (route: SpotRoute) => {
  route.isDeferred = false
}

/** The calls that bring a route from one state to the next, without the screens. */
const STEPS: readonly Step[] = [
  [IDLE, FEES, counted('fees')],
  [IDLE, PAYS, counted('slippage')],
  [IDLE, ALWAYS_EVALUATE, counted('crossed')],
  [FEES, IDLE, counted(null)],
  [FEES, PAYS, counted('size')],
  [FEES, ALWAYS_EVALUATE, counted('stale')],
  [PAYS, IDLE, counted(null)],
  [PAYS, FEES, counted('fees')],
  [PAYS, ALWAYS_EVALUATE, counted('stale')],
  [PAYS, DEFERRED, defers],
  [DEFERRED, PAYS, ends],
  [QUARANTINED, ALWAYS_EVALUATE, ends],
  [ALWAYS_EVALUATE, IDLE, counted(null)],
  [ALWAYS_EVALUATE, FEES, counted('fees')],
  [ALWAYS_EVALUATE, PAYS, counted('size')],
  [ALWAYS_EVALUATE, QUARANTINED, defers],
]

/** A route brought into a state as evaluations and the tick would do it. */
function routeIn(state: number) {
  const { route, states } = spotRoute()
  if (state === FEES) route.rejection = 'fees'
  if (state === PAYS || state === DEFERRED) route.rejection = 'size'
  if (state === ALWAYS_EVALUATE || state === QUARANTINED) route.rejection = 'quarantine'
  if (state === DEFERRED || state === QUARANTINED) route.isDeferred = true
  expect(states.stateAt()).toBe(state)
  return { route, states }
}

test.each(STEPS)('the step from state %i to %i is in the table, and happens', (from, to, act) => {
  expect(TRANSITIONS[from]).toContain(to)
  expect(nextState(from, to)).toBe(to)
  const { route, states } = routeIn(from)
  act(route)
  expect(states.stateAt()).toBe(to)
})

test('the table has no other steps: every state may stay, and all that is left is refused', () => {
  expect(TRANSITIONS.flat()).toHaveLength(STEPS.length)
  for (const from of STATES) {
    for (const to of STATES) {
      const isAllowed = from === to || STEPS.some((step) => step[0] === from && step[1] === to)
      if (isAllowed) expect(nextState(from, to)).toBe(to)
      else expect(() => nextState(from, to)).toThrow(RangeError)
    }
  }
})

test('what waits says nothing new before it was evaluated', () => {
  const refused: Step[] = [
    [DEFERRED, IDLE, counted(null)],
    [DEFERRED, FEES, counted('fees')],
    [DEFERRED, ALWAYS_EVALUATE, counted('stale')],
    [DEFERRED, QUARANTINED, counted('quarantine')],
    [QUARANTINED, IDLE, counted(null)],
    [QUARANTINED, FEES, counted('fees')],
    [QUARANTINED, DEFERRED, counted('size')],
  ]
  for (const [from, to, act] of refused) {
    const { route, states } = routeIn(from)
    expect(() => act(route), `${from} to ${to}`).toThrow(RangeError)
    expect(states.stateAt()).toBe(from)
  }
})
