import { expect, test } from 'vitest'
import type { ExchangeOrder, OrderLookup } from '../ports/trading/order-vault.ts'
import type { StoredOrder } from '../ports/trading/trades.ts'
import { type Exchange, StagedRuns } from './testing/staged-runs.ts'
import { filledWith } from './testing/trades.ts'

const UNDER_WAY = { state: 'sending', result: null, orderId: null, doneAt: null, refusal: null } as const

test.each([
  ['sold', (order: ExchangeOrder) => filledWith(order), 'complete', 2],
  [
    'given back',
    (order: ExchangeOrder, key: string) =>
      key === 'key-sell' ? ({ kind: 'refused', why: 'balance' } as const) : filledWith(order),
    'unwound',
    3,
  ],
] as const)(
  'a trade that is restored from a copy of any of its moments is not %s a second time',
  async (_how, outcomeOf, end, count) => {
    // An exchange that knows each order by its client id, and what came of it.
    const known = new Map<string, OrderLookup>()
    const place: Exchange = (order, key) => {
      expect([...known.keys()]).not.toContain(order.clientId)
      const outcome = outcomeOf(order, key)
      if (outcome.kind === 'done') known.set(order.clientId, outcome)
      return outcome
    }
    const find: Exchange = ({ clientId }) => known.get(clientId) ?? { kind: 'not-found' }
    const stage = new StagedRuns()
    const moments: (readonly StoredOrder[])[] = []
    const run = stage.of(place, find)
    expect(await run.toItsEnd()).toBe(end)
    const whole = stage.stored
    expect(stage.placed).toHaveLength(count)
    for (let orders = 2; orders <= whole.length; orders++) {
      // As it was before the later orders were stored, and while the last of these was under way.
      moments.push(whole.slice(0, orders))
      moments.push(whole.slice(0, orders).map((one, at) => (at === orders - 1 ? { ...one, ...UNDER_WAY } : one)))
    }
    const filledBefore = known.size
    for (const moment of moments) {
      stage.placed = []
      expect(await stage.of(place, find, moment).toItsEnd()).toBe(end)
      expect([known.size, stage.placed.filter(({ clientId }) => known.has(clientId))]).toEqual([filledBefore, []])
    }
  },
)
