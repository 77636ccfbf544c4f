import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messages, seedFor } from '../../../../../scripts/run-length.ts'
import { add, compare, divide, multiply, type Ratio, ratio, subtract } from '../../money/ratio.ts'
import { decimal, legOf } from '../../testing/legs.ts'
import { type PlainCarry, plainCarry, plainMean } from '../../testing/plain-carry.ts'
import { type Fraction, type PlainLevel, same } from '../../testing/plain-spot.ts'
import { detectCarry } from './carry.ts'
import { type CarryAccount, type Leverage, wholeDays } from './carry-account.ts'

const digits = (decimals: number) => (value: number) => {
  const text = value.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}

/** A side of up to eight levels around 100, best first. */
const side = (best: 'lowest' | 'highest') =>
  fc
    .uniqueArray(fc.integer({ min: 9_850, max: 10_150 }), { minLength: 1, maxLength: 8 })
    .map((prices) => prices.sort((a, b) => (best === 'lowest' ? a - b : b - a)))
    .chain((prices) =>
      fc
        .tuple(
          fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: prices.length, maxLength: prices.length }),
          fc.integer({ min: 0, max: 5 }),
        )
        .map(([sizes, decimals]) =>
          prices.map((price, at): PlainLevel => [digits(2)(price), digits(decimals)(sizes[at] as number)]),
        ),
    )

const plainLeg = (best: 'lowest' | 'highest', contracts: (string | undefined)[]) =>
  fc
    .record({
      levels: side(best),
      fee: fc.constantFrom('0', '0.001', '0.00055', '0.0002', '0.008'),
      lot: fc.constantFrom('1', '0.1', '0.001', '0.00001', '0.25', '3'),
      minQty: fc.constantFrom(null, null, '0.5', '10'),
      minNotional: fc.constantFrom(null, null, '5', '1000.5'),
      maxQty: fc.constantFrom(null, null, null, '0.3', '40'),
      maxNotional: fc.constantFrom(null, null, null, '12.5', '5000'),
      multiplier: fc.constant(1n),
      contract: fc.constantFrom(...contracts),
    })
    .map(({ contract, ...leg }) => (contract === undefined ? leg : { ...leg, contract }))

const trade = fc.constantFrom('long-spot' as const, 'reverse' as const).chain((way) =>
  fc.record({
    spot: plainLeg(way === 'long-spot' ? 'lowest' : 'highest', [undefined]),
    perp: plainLeg(way === 'long-spot' ? 'highest' : 'lowest', [undefined, '0.01', '0.7', '12']),
    side: fc.constant(way),
    leverage: fc.constantFrom(1n, 2n),
    days: fc.constantFrom(3n, 7n, 30n, 90n, 365n),
    // Mostly rates that pay this side, of any number of digits.
    paid: fc.array(
      fc.tuple(
        fc.integer({ min: -500_000, max: 2_000_000 }).map((rate) => {
          const text = digits(10)(Math.abs(rate))
          return rate < 0 === (way === 'long-spot') ? `-${text}` : text
        }),
        fc.constantFrom(1n, 2n, 4n, 8n),
      ),
      { minLength: 3, maxLength: 21 },
    ),
    mark: fc.integer({ min: 9_000_000, max: 11_000_000 }).map(digits(5)),
    borrowYearly: fc.constantFrom('0', '0.005', '0.0725', '0.4'),
    cap: fc.constantFrom(null, '10000', '777.77'),
  }),
)

function ours(plain: PlainCarry) {
  const [n, d] = plainMean(plain.paid)
  const isLong = plain.side === 'long-spot'
  return detectCarry(legOf(isLong ? 'asks' : 'bids', plain.spot), legOf(isLong ? 'bids' : 'asks', plain.perp), {
    side: plain.side,
    leverage: Number(plain.leverage) as Leverage,
    holdDays: Number(plain.days),
    meanPerHour: ratio(n, d),
    mark: decimal(plain.mark),
    borrowYearly: decimal(plain.borrowYearly),
    cap: plain.cap === null ? null : decimal(plain.cap),
    confirmed: true,
  })
}

const isSame = (value: Ratio, plain: Fraction) => same([value.n, value.d], plain)
const equal = (a: Ratio, b: Ratio) => compare(a, b) === 0

/** Whether the lines of an account satisfy the identities of formulas.md § 2. */
function identitiesHold(account: CarryAccount): boolean {
  const days = ratio(wholeDays(account.holdDays))
  const costs = add(add(account.fees, account.slippage), account.borrow)
  const earned = subtract(account.funding, account.borrow)
  return (
    equal(account.net, subtract(add(account.funding, account.basisPnl), costs)) &&
    equal(account.fees, add(account.spotFees, account.perpFees)) &&
    equal(account.slippage, add(account.slippageEntry, account.slippageExit)) &&
    equal(account.spotNotional, multiply(account.size, account.spotPrice)) &&
    equal(account.perpNotional, multiply(account.size, account.perpPrice)) &&
    equal(account.capital, add(account.spotNotional, account.margin)) &&
    equal(multiply(account.daily, days), account.net) &&
    equal(multiply(account.netReturn, account.capital), account.net) &&
    equal(multiply(account.netApr, days), multiply(account.netReturn, ratio(365n))) &&
    account.breakEvenDays !== null &&
    equal(account.breakEvenDays, divide(add(account.fees, account.slippage), divide(earned, days))) &&
    account.net.n > 0n &&
    account.slippageEntry.n >= 0n
  )
}

test('[D3] size, money and limits equal a plain exact reference, and the identities hold exactly', () => {
  let found = 0
  const numRuns = messages(1_000_000)
  fc.assert(
    fc.property(trade, (plain) => {
      const expected = plainCarry(plain)
      const finding = ours(plain)
      if (expected === null) return finding.kind === 'none'
      if (finding.kind === 'none') return false
      found++
      const { account } = finding
      return (
        isSame(account.size, expected.size) &&
        isSame(account.funding, expected.funding) &&
        isSame(account.slippageEntry, expected.slippageEntry) &&
        isSame(account.spotFees, expected.spotFees) &&
        isSame(account.perpFees, expected.perpFees) &&
        isSame(account.borrow, expected.borrow) &&
        isSame(account.net, expected.net) &&
        isSame(account.capital, expected.capital) &&
        isSame(account.netApr, expected.apr) &&
        account.depthLimited === expected.depthLimited &&
        account.orderLimited === expected.orderLimited &&
        identitiesHold(account)
      )
    }),
    { numRuns, seed: seedFor('carry reference', 20_261_201) },
  )
  expect(found).toBeGreaterThan(numRuns / 10)
}, 3_600_000)
