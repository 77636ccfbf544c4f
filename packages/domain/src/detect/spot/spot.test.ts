import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messages, seedFor } from '../../../../../scripts/run-length.ts'
import { decimalText } from '../../money/decimal.ts'
import { divide, exactText, multiply, type Ratio, ratio, subtract } from '../../money/ratio.ts'
import { rounded } from '../../money/rounding.ts'
import { decimal, legOf } from '../../testing/legs.ts'
import { type Fraction, type PlainLeg, type PlainLevel, plainSpot, same } from '../../testing/plain-spot.ts'
import { coins, commonScale } from '../leg.ts'
import { Levels, take } from '../levels.ts'
import { detectSpot, type SpotLimits } from './spot.ts'
import { spotAccount } from './spot-account.ts'
import { transferVariant } from './spot-transfer.ts'

const NO_RULES = { fee: '0.001', lot: '0.00001', minQty: null, minNotional: null, multiplier: 1n }
const ASKS: PlainLevel[] = [
  ['100.00', '4'],
  ['100.05', '6'],
  ['100.10', '15'],
]
const BIDS: PlainLevel[] = [
  ['100.80', '3'],
  ['100.72', '7'],
  ['100.60', '20'],
]
const unlimited: SpotLimits = { cap: null, confirmed: false }
const eight = (value: Ratio) => decimalText8(value)
const percent = (value: Ratio) => eight(multiply(value, ratio(100n)))

/** Eight decimals, padded, as the golden tables print them. */
function decimalText8(value: Ratio): string {
  const text = decimalText(rounded(value, 8))
  const [whole, fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(8, '0')}`
}

function goldenAccount(quantity: string) {
  const buy = legOf('asks', { ...NO_RULES, levels: ASKS })
  const sell = legOf('bids', { ...NO_RULES, levels: BIDS })
  const scale = commonScale([buy, sell])
  const asks = new Levels(buy.slot.book.asks, buy, scale)
  const bids = new Levels(sell.slot.book.bids, sell, scale)
  const size = coins(decimal(quantity), buy, scale)
  const walk = { buy, sell, scale, size, ask0: asks.price(0), bid0: bids.price(0) }
  const limited = { depthLimited: false, orderLimited: false }
  return spotAccount({ ...walk, ...limited, bought: take(asks, size), sold: take(bids, size) })
}

describe('golden numbers of formulas.md § 7', () => {
  test('[OPP-30] G1: twenty coins between two books, to all digits', () => {
    const account = goldenAccount('20')
    const ask0 = ratio(100n)
    const bid0 = ratio(1008n, 10n)
    expect(eight(account.buyPrice)).toBe('100.06500000')
    expect(eight(account.sellPrice)).toBe('100.67200000')
    expect(percent(account.gross)).toBe('0.80000000')
    expect(percent(account.grossDepth)).toBe('0.60660571')
    expect(percent(subtract(account.gross, account.grossDepth))).toBe('0.19339429')
    expect(percent(divide(subtract(account.buyPrice, ask0), ask0))).toBe('0.06500000')
    expect(percent(divide(subtract(bid0, account.sellPrice), bid0))).toBe('0.12698413')
    expect(eight(account.fees)).toBe('4.01474000')
    expect(eight(account.cost)).toBe('2003.30130000')
    expect(eight(multiply(account.size, multiply(account.sellPrice, ratio(999n, 1000n))))).toBe('2011.42656000')
    expect(eight(account.net)).toBe('8.12526000')
    expect(percent(divide(account.net, account.cost))).toBe('0.40559351')
  })

  test('[G1b] with a transfer between the legs', () => {
    const sell = legOf('bids', { ...NO_RULES, lot: '0.001', levels: BIDS })
    const bought = multiply(ratio(20n), ratio(100_065n, 1000n))
    const variant = transferVariant(sell, {
      bought: ratio(20n),
      paid: bought,
      buyFee: decimal('0.001'),
      withdrawalFee: decimal('0.02'),
    })
    expect(variant.kind).toBe('possible')
    if (variant.kind !== 'possible') return
    expect(eight(variant.arrives)).toBe('19.96000000')
    expect(eight(variant.proceeds)).toBe('2007.40658400')
    expect(eight(variant.net)).toBe('6.10658400')
    expect(percent(divide(variant.net, bought))).toBe('0.30513086')
  })

  test('[G1c] the largest size that pays is limited by the depth known', () => {
    const finding = detectSpot(
      legOf('asks', { ...NO_RULES, levels: ASKS }),
      legOf('bids', { ...NO_RULES, levels: BIDS }),
      unlimited,
    )
    expect(finding.kind).toBe('opportunity')
    if (finding.kind !== 'opportunity') return
    expect(eight(finding.account.size)).toBe('25.00000000')
    expect(eight(finding.account.net)).toBe('9.62176000')
    expect(finding.account.depthLimited).toBe(true)
  })
})

describe('why a gap is no opportunity', () => {
  const leg = (levels: PlainLevel[], rules: Partial<PlainLeg> = {}): PlainLeg => ({ ...NO_RULES, ...rules, levels })
  const why = (asks: PlainLeg, bids: PlainLeg, limits = unlimited) => {
    const finding = detectSpot(legOf('asks', asks), legOf('bids', bids), limits)
    return finding.kind === 'none' ? finding.why : finding.kind
  }
  test.each([
    ['no gap at the same price', leg([['100', '1']]), leg([['100', '1']]), 'no-gap'],
    ['an empty side', leg([]), leg([['100', '1']]), 'no-gap'],
    ['a gap smaller than both fees', leg([['100', '1']]), leg([['100.15', '1']]), 'fees'],
    ['less than a lot', leg([['100', '1']], { lot: '2' }), leg([['101', '1']]), 'size'],
    ['[D4] below the minimum quantity', leg([['100', '1']], { minQty: '2' }), leg([['101', '1']]), 'size'],
    ['[D4] below the minimum notional', leg([['100', '0.01']], { minNotional: '5' }), leg([['101', '9']]), 'size'],
    [
      'a minimum order that would walk into a loss',
      leg(
        [
          ['100', '0.01'],
          ['102', '9'],
        ],
        { minNotional: '5' },
      ),
      leg([['101', '9']]),
      'slippage',
    ],
    ['[D2] a gap above 5 %', leg([['100', '1']]), leg([['105.01', '1']]), 'quarantine'],
    ['[D2] a gap of exactly 5 %', leg([['100', '1']]), leg([['105', '1']]), 'opportunity'],
  ])('%s: %s', (_, asks, bids, expected) => {
    expect(why(asks, bids)).toBe(expected)
  })

  test('[D2] a confirmed gap above 5 % is an opportunity', () => {
    expect(why(leg([['100', '1']]), leg([['110', '1']]), { cap: null, confirmed: true })).toBe('opportunity')
  })

  test('[D7] a fee that is not zero is never left out', () => {
    expect(why(leg([['100', '1']], { fee: '0.008' }), leg([['100.8', '1']], { fee: '0' }))).toBe('fees')
  })
})

test('a size set by the cap is not depth-limited and the cap binds before fees', () => {
  const buy = legOf('asks', { ...NO_RULES, lot: '1', levels: [['100', '1000']] })
  const sell = legOf('bids', { ...NO_RULES, lot: '1', levels: [['101', '1000']] })
  const finding = detectSpot(buy, sell, { cap: decimal('50050'), confirmed: false })
  expect(finding.kind === 'opportunity' && [exactText(finding.account.size), finding.account.depthLimited]).toEqual([
    '500',
    false,
  ])
})

describe('a row never holds more than an exchange takes as one order', () => {
  const account = (asks: Partial<PlainLeg>, bids: Partial<PlainLeg>) => {
    const buy = legOf('asks', { ...NO_RULES, lot: '0.5', levels: ASKS, ...asks })
    const finding = detectSpot(buy, legOf('bids', { ...NO_RULES, lot: '0.5', levels: BIDS, ...bids }), unlimited)
    if (finding.kind === 'none') return finding.why
    const { size, orderLimited, depthLimited } = finding.account
    return [exactText(size), orderLimited, depthLimited]
  }
  test.each([
    ['nothing stated', {}, {}, ['25', false, true]],
    ['the largest purchase', { maxQty: '7.3' }, {}, ['7', true, false]],
    ['the largest sale', { maxQty: '7.3' }, { maxQty: '3' }, ['3', true, false]],
    ['more than there is', { maxQty: '26' }, { maxQty: '30' }, ['25', false, true]],
    // All of a purchase counts at its worst price: 10 at 100.05 are 1,000.5, one more lot is bought at 100.10.
    ['the largest value of a purchase', { maxNotional: '1000.5' }, {}, ['10', true, false]],
    ['a value that ends between two levels', { maxNotional: '1000.6' }, {}, ['10', true, false]],
    // 3 at 100.80 and 1.5 at 100.72: a sale counts at what its levels bring.
    ['the largest value of a sale', {}, { maxNotional: '453.48' }, ['4.5', true, false]],
    ['less than a lot', { maxQty: '0.4' }, {}, 'size'],
    ['a maximum below the minimum', { maxQty: '2', minQty: '3' }, {}, 'size'],
  ] as const)('%s', (_, asks, bids, expected) => {
    expect(account(asks, bids)).toEqual(expected)
  })
})

const digits = (decimals: number) => (value: number) => {
  const text = value.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}

/** A side of up to twelve levels around 100, best first, with prices and sizes of any length of text. */
const side = (best: 'lowest' | 'highest') =>
  fc
    .uniqueArray(fc.integer({ min: 9_700, max: 10_300 }), { minLength: 1, maxLength: 12 })
    .map((prices) => prices.sort((a, b) => (best === 'lowest' ? a - b : b - a)))
    .chain((prices) =>
      fc.tuple(
        fc.constant(prices.map(digits(2))),
        fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: prices.length, maxLength: prices.length }),
        fc.integer({ min: 0, max: 6 }),
      ),
    )
    .map(([prices, sizes, decimals]) =>
      prices.map((price, at): PlainLevel => [price, digits(decimals)(sizes[at] as number)]),
    )

const plainLeg = (best: 'lowest' | 'highest') =>
  fc.record({
    levels: side(best),
    fee: fc.constantFrom('0', '0.001', '0.00095', '0.008', '0.0026'),
    lot: fc.constantFrom('1', '0.1', '0.001', '0.00001', '0.25', '3'),
    minQty: fc.constantFrom(null, '0.5', '10', '0.0001'),
    minNotional: fc.constantFrom(null, '5', '10.5', '1000'),
    maxQty: fc.constantFrom(null, null, null, '0.3', '40', '1000.5'),
    maxNotional: fc.constantFrom(null, null, null, '12.5', '5000', '100000'),
    multiplier: fc.constant(1n),
  })

const isSame = (ours: Ratio, plain: Fraction) => same([ours.n, ours.d], plain)

describe('against a plain exact reference', () => {
  test('[D4] size, money and limits are the same on generated books, and the identity holds exactly', () => {
    let found = 0
    const numRuns = messages(1_000_000)
    fc.assert(
      fc.property(plainLeg('lowest'), plainLeg('highest'), fc.constantFrom(null, '50000', '777'), (asks, bids, cap) => {
        const expected = plainSpot(asks, bids, cap)
        const limits = { cap: cap === null ? null : decimal(cap), confirmed: true }
        const finding = detectSpot(legOf('asks', asks), legOf('bids', bids), limits)
        if (expected === null) return finding.kind === 'none'
        if (finding.kind === 'none') return false
        found++
        const { account } = finding
        const identity = subtract(subtract(account.grossPart, account.slippagePart), account.fees)
        return (
          isSame(account.size, expected.size) &&
          isSame(account.volume, expected.bought) &&
          isSame(account.fees, expected.fees) &&
          isSame(account.net, expected.net) &&
          isSame(account.cost, expected.cost) &&
          account.depthLimited === expected.depthLimited &&
          account.orderLimited === expected.orderLimited &&
          exactText(identity) === exactText(account.net) &&
          account.net.n > 0n
        )
      }),
      { numRuns, seed: seedFor('spot reference', 20_261_121) },
    )
    expect(found).toBeGreaterThan(numRuns / 17)
  }, 3_600_000)

  test('[D5] a multiplied ticker gives the same result as the plain coin', () => {
    fc.assert(
      fc.property(plainLeg('lowest'), plainLeg('highest'), (plainAsks, bids) => {
        const asks = { ...plainAsks, multiplier: 1000n }
        const coinsOf = ([price, size]: PlainLevel): PlainLevel => [
          exactText(divide(ratioOf(price), ratio(1000n))),
          exactText(multiply(ratioOf(size), ratio(1000n))),
        ]
        const sold = {
          ...bids,
          levels: bids.levels.map(coinsOf),
          minNotional: null,
          minQty: null,
          maxNotional: null,
          maxQty: null,
          lot: '1000',
        }
        const expected = plainSpot(asks, sold, null)
        const finding = detectSpot(legOf('asks', asks), legOf('bids', sold), { cap: null, confirmed: true })
        if (expected === null) return finding.kind === 'none'
        return (
          finding.kind === 'opportunity' &&
          isSame(finding.account.size, expected.size) &&
          isSame(finding.account.net, expected.net)
        )
      }),
      { numRuns: 1_000, seed: 7 },
    )
  })
})

const ratioOf = (text: string): Ratio => {
  const { mantissa, decimals } = decimal(text)
  return ratio(mantissa, 10n ** BigInt(decimals))
}
