import type { TierTable } from '@makas/domain'
import { expect, test } from 'vitest'
import { decimal, instrument } from '../testing/stage.ts'
import { PerpFacts } from './perp-facts.ts'

const DAY = 86_400_000
const T = 1_000 * DAY
const SOL = 'SOLUSDT'
const table: TierTable = { by: 'notional', tiers: [{ floor: decimal('0'), mmr: decimal('0.01') }] }
const ofSettings: TierTable = { by: 'notional', tiers: [{ floor: decimal('0'), mmr: decimal('0.02') }] }

const facts = (options: Partial<ConstructorParameters<typeof PerpFacts>[0]> = {}) =>
  new PerpFacts({ borrowRate: () => null, tiers: () => null, hourlyLimitMs: DAY, ...options })

test('margin tiers and borrow rates that nobody renewed for a day are unknown', () => {
  const perps = facts()
  perps.apply('okx', { kind: 'tiers', symbol: SOL, table }, T)
  perps.apply('okx', { kind: 'borrow', yearly: new Map([['SOL', decimal('0.03')]]) }, T)
  const seen = (now: number) => [perps.of('okx', SOL).tiersAt(now), perps.borrowRate('okx', 'SOL', 'SOL', now)]
  expect(seen(T + DAY)).toEqual([table, decimal('0.03')])
  expect(seen(T + DAY + 1)).toEqual([null, null])
  perps.apply('okx', { kind: 'tiers', symbol: SOL, table }, T + 2 * DAY)
  perps.apply('okx', { kind: 'borrow', yearly: new Map([['SOL', decimal('0.04')]]) }, T + 2 * DAY)
  expect(seen(T + 2 * DAY)).toEqual([table, decimal('0.04')])
})

test('tiers and rates of the settings never grow old, and stand over what the exchange says', () => {
  const perps = facts({ borrowRate: () => decimal('0.05'), tiers: () => ofSettings })
  perps.apply('okx', { kind: 'tiers', symbol: SOL, table }, T)
  perps.apply('okx', { kind: 'borrow', yearly: new Map([['SOL', decimal('0.03')]]) }, T)
  expect(perps.of('okx', SOL).tiersAt(T + 100 * DAY)).toBe(ofSettings)
  expect(perps.borrowRate('okx', 'SOL', 'SOL', T + 100 * DAY)).toEqual(decimal('0.05'))
})

test('a contract listed anew under an old name has nothing of the old one', () => {
  const perps = facts()
  const listed = (listedAt: number) => instrument('okx', 'SOL', 'USDT', { market: 'perp', listedAt })
  perps.listed(listed(T))
  perps.apply('okx', { kind: 'mark', symbol: SOL, mark: decimal('100'), index: decimal('100') }, T)
  perps.apply('okx', { kind: 'tiers', symbol: SOL, table }, T)
  perps.apply('okx', { kind: 'rate', symbol: SOL, rate: decimal('0.01'), nextFundingAt: T + DAY }, T)
  perps.listed(listed(T))
  const state = perps.of('okx', SOL)
  expect([state.mark?.price, state.tiersAt(T)]).toEqual([decimal('100'), table])
  perps.listed(listed(T + 1))
  expect([state.mark, state.index, state.tiersAt(T + 1), state.funding.runningRate]).toEqual([null, null, null, null])
})
