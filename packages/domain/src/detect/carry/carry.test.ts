import { describe, expect, test } from 'vitest'
import { decimalText } from '../../money/decimal.ts'
import { add, divide, exactText, multiply, ofDecimal, type Ratio, ratio, subtract } from '../../money/ratio.ts'
import { rounded } from '../../money/rounding.ts'
import { decimal, legOf } from '../../testing/legs.ts'
import type { PlainLeg, PlainLevel } from '../../testing/plain-spot.ts'
import { type CarryTerms, detectCarry } from './carry.ts'
import { atHold, atLeverage, borrowCost, type CarryLines, type CarryResult, carryResult } from './carry-account.ts'
import { netApyPercent } from './carry-yield.ts'

const exact = (text: string): Ratio => ofDecimal(decimal(text))
const shown = (value: Ratio, decimals: number) => {
  const [whole, fraction = ''] = decimalText(rounded(value, decimals)).split('.')
  return `${whole}.${fraction.padEnd(decimals, '0')}`
}
const eight = (value: Ratio) => shown(value, 8)
const percent = (value: Ratio, decimals = 8) => shown(multiply(value, ratio(100n)), decimals)

describe('golden numbers of formulas.md § 7', () => {
  const perHour = divide(exact('0.0001'), ratio(8n))
  /** Values of 0.2 coins: spot at 50,000, the perpetual sold at 50,050 and bought back at 50,005. */
  const [spot, perp, exitPerp] = [exact('10000'), exact('10010'), exact('10001')]
  /**
   * A closed trade at 2×. The spot leaves at its entry price. Funding is charged on the perpetual's value at entry. The
   * lines are summed here: the product forecasts carry and closes none. The result is the product's own.
   */
  const closed = (days: number): CarryLines & CarryResult => {
    const spotTraded = multiply(ratio(2n), spot)
    const perpTraded = add(perp, exitPerp)
    const lines: CarryLines = {
      funding: multiply(multiply(ratio(24n * BigInt(days)), perHour), perp),
      basisPnl: subtract(perp, exitPerp),
      fees: add(multiply(spotTraded, exact('0.001')), multiply(perpTraded, exact('0.0005'))),
      slippage: multiply(add(spotTraded, perpTraded), exact('0.0002')),
      borrow: borrowCost(exact('0.005'), spot, days),
      capital: add(spot, divide(perp, ratio(2n))),
    }
    return { ...lines, ...carryResult(lines, days) }
  }

  test('[G2] a closed carry trade, to all digits', () => {
    const result = closed(30)
    expect(eight(result.funding)).toBe('90.09000000')
    expect(eight(result.basisPnl)).toBe('9.00000000')
    expect(eight(result.fees)).toBe('30.00550000')
    expect(eight(result.slippage)).toBe('8.00220000')
    expect(eight(result.borrow)).toBe('4.10958904')
    expect(eight(result.capital)).toBe('15005.00000000')
    expect(eight(result.net)).toBe('56.97271096')
    expect(percent(result.netReturn)).toBe('0.37969151')
    expect(percent(result.netApr)).toBe('4.61958003')
    expect(eight(result.daily)).toBe('1.89909037')
    expect(result.breakEvenDays && eight(result.breakEvenDays)).toBe('13.26152070')
    expect(percent(multiply(perHour, ratio(8760n)))).toBe('10.95000000')
    const apy = netApyPercent(result.netReturn, 30)
    expect(apy && decimalText(apy)).toBe('4.71878371')
  })

  test.each([
    [3, '-16.5490'],
    [7, '-3.1086'],
    [14, '1.9315'],
    [30, '4.6196'],
    [60, '5.7956'],
    [90, '6.1876'],
    [365, '6.7783'],
  ])('[G2] held for %i days it earns %s %% a year', (days, expected) => {
    expect(percent(closed(days).netApr, 4)).toBe(expected)
    const moved = atHold(closed(30), 30, days)
    expect(percent(carryResult(moved, days).netApr, 4)).toBe(expected)
  })

  test('a trade that pays funding never breaks even, and its basis counts in full', () => {
    const paying: CarryLines = { ...closed(30), funding: exact('-12') }
    const there = carryResult(paying, 30)
    const back = carryResult({ ...paying, basisPnl: exact('-9') }, 30)
    expect(exactText(subtract(there.net, back.net))).toBe('18')
    expect(there.breakEvenDays).toBeNull()
  })
})

const LEG: PlainLeg = { levels: [], fee: '0.001', lot: '0.00001', minQty: null, minNotional: null, multiplier: 1n }
const leg = (levels: PlainLevel[], rules: Partial<PlainLeg> = {}): PlainLeg => ({ ...LEG, ...rules, levels })
const TERMS: CarryTerms = {
  side: 'long-spot',
  leverage: 1,
  holdDays: 90,
  meanPerHour: exact('0.0000125'),
  mark: decimal('100'),
  borrowYearly: null,
  cap: null,
  confirmed: false,
}
const REVERSE: Partial<CarryTerms> = {
  side: 'reverse',
  meanPerHour: exact('-0.0000125'),
  borrowYearly: decimal('0.01'),
}

function find(spot: PlainLeg, perp: PlainLeg, terms: Partial<CarryTerms> = {}) {
  const isLong = (terms.side ?? 'long-spot') === 'long-spot'
  const legs = [legOf(isLong ? 'asks' : 'bids', spot), legOf(isLong ? 'bids' : 'asks', perp)] as const
  return detectCarry(...legs, { ...TERMS, ...terms })
}
function accountOf(...args: Parameters<typeof find>) {
  const finding = find(...args)
  if (finding.kind === 'none') throw new Error(`no offer: ${finding.why}`)
  return finding.account
}

describe('a forecast by hand', () => {
  const spot = leg([
    ['100.00', '4'],
    ['100.10', '100'],
  ])
  const perp = leg(
    [
      ['100.05', '6'],
      ['99.95', '4'],
    ],
    { fee: '0.0005' },
  )

  test('[OPP-31] every line of the account follows from the books, the mean and the mark', () => {
    const account = accountOf(spot, perp)
    const text = (name: 'size' | 's0' | 'p0' | 'spotNotional' | 'perpNotional' | 'funding' | 'basis' | 'borrow') =>
      exactText(account[name])
    // 2,160 hours · 0.0000125 = 2.7 % of the mark: far more than four fills of the last levels cost.
    expect(text('size')).toBe('10')
    expect(account.depthLimited).toBe(true)
    expect([account.spotLevels, account.perpLevels]).toEqual([2, 2])
    expect([text('s0'), text('p0')]).toEqual(['100', '100.05'])
    expect(text('spotNotional')).toBe('1000.6')
    expect(text('perpNotional')).toBe('1000.1')
    expect(text('funding')).toBe('27')
    expect(text('basis')).toBe('0.0005')
    expect(text('borrow')).toBe('0')
    expect(exactText(account.basisPnl)).toBe('0')
    // Entry: 6 coins 0.10 above the best ask, 4 coins 0.10 below the best bid.
    expect(exactText(account.slippageEntry)).toBe('1')
    expect(exactText(account.slippageExit)).toBe('1')
    expect(exactText(account.slippage)).toBe('2')
    expect(exactText(account.spotFees)).toBe('2.0012')
    expect(exactText(account.perpFees)).toBe('1.0001')
    expect(exactText(account.fees)).toBe('3.0013')
    expect(exactText(account.net)).toBe('21.9987')
    expect(exactText(account.margin)).toBe('1000.1')
    expect(exactText(account.capital)).toBe('2000.7')
    expect(exactText(account.daily)).toBe('0.24443')
    expect(account.breakEvenDays && exactText(account.breakEvenDays)).toBe('16.671')
  })

  test('the leverage changes the margin and the figures measured on it, nothing else', () => {
    const once = accountOf(spot, perp)
    const twice = accountOf(spot, perp, { leverage: 2 })
    expect(exactText(twice.margin)).toBe('500.05')
    expect(exactText(twice.capital)).toBe('1500.65')
    expect(exactText(twice.net)).toBe(exactText(once.net))
    for (const name of ['margin', 'capital', 'netReturn', 'netApr', 'daily'] as const) {
      expect(exactText(atLeverage(once, 2)[name])).toBe(exactText(twice[name]))
    }
  })

  test('a reverse trade sells the spot bids and buys the perpetual asks, and pays for what it borrows', () => {
    const account = accountOf(
      leg([
        ['100.00', '4'],
        ['99.90', '100'],
      ]),
      leg([
        ['99.95', '6'],
        ['100.05', '4'],
      ]),
      { ...REVERSE, holdDays: 73 },
    )
    expect(exactText(account.size)).toBe('10')
    expect(exactText(account.funding)).toBe('21.9')
    expect(exactText(account.spotNotional)).toBe('999.4')
    // 1 % a year for a fifth of a year.
    expect(exactText(account.borrow)).toBe('1.9988')
    expect(exactText(account.slippageEntry)).toBe('1')
    expect(exactText(account.basis)).toBe('-0.0005')
  })

  test('spot that is bought is not borrowed, whatever borrowing would cost', () => {
    const account = accountOf(spot, perp, { borrowYearly: decimal('0.5') })
    expect(exactText(account.borrow)).toBe('0')
    expect(exactText(account.borrowYearly)).toBe('0')
  })

  test('the cap bounds the spot leg before fees and is not depth-limited', () => {
    const account = accountOf(spot, perp, { cap: decimal('500.15') })
    expect(exactText(account.size)).toBe('5.00049')
    expect(exactText(account.spotNotional)).toBe('500.149049')
    expect(account.depthLimited).toBe(false)
  })

  test.each([
    ['1000', false],
    ['1000.01', true],
  ])('a cap of %s on books of exactly 1,000: limited by the depth known is %s', (cap, expected) => {
    const account = accountOf(leg([['100', '10']]), leg([['100', '10']]), { cap: decimal(cap) })
    expect([exactText(account.size), account.depthLimited]).toEqual(['10', expected])
  })

  test('[D5] contracts that are no power of ten of coins, and a multiplied ticker, become coins', () => {
    // 7 contracts of 0.3 units of 1,000 coins each.
    const contracts = leg([['100000', '7']], { multiplier: 1000n, contract: '0.3', lot: '0.3' })
    const account = accountOf(leg([['100', '5000']]), contracts, { mark: decimal('100000') })
    expect(exactText(account.size)).toBe('2100')
    expect(exactText(account.perpPrice)).toBe('100')
    expect(exactText(account.mark)).toBe('100')
    expect(exactText(account.funding)).toBe('5670')
  })
})

describe('why books and rates are no opportunity', () => {
  const one: PlainLevel[] = [['100', '1']]
  test.each<[string, PlainLeg, PlainLeg, Partial<CarryTerms>, string]>([
    ['[D4] no spot level', leg([]), leg(one), {}, 'empty-book'],
    ['[D4] no perpetual level', leg(one), leg([]), {}, 'empty-book'],
    ['[D4] a mark of zero', leg(one), leg(one), { mark: decimal('0') }, 'no-mark'],
    ['a negative mark', leg(one), leg(one), { mark: decimal('-100') }, 'no-mark'],
    ['a negative mean', leg(one), leg(one), { meanPerHour: exact('-0.00001') }, 'no-funding'],
    ['a mean of zero', leg(one), leg(one), { meanPerHour: exact('0') }, 'no-funding'],
    ['reverse at a positive mean', leg(one), leg(one), { ...REVERSE, meanPerHour: exact('0.0001') }, 'no-funding'],
    ['reverse without a borrow rate', leg(one), leg(one), { ...REVERSE, borrowYearly: null }, 'borrow-unknown'],
    ['[D2] a basis above 5 %', leg(one), leg([['105.01', '1']]), {}, 'quarantine'],
    ['[D2] a basis of exactly 5 %', leg(one), leg([['105', '1']]), {}, 'opportunity'],
    ['[D2] a basis below −5 %', leg(one), leg([['94.99', '1']]), {}, 'quarantine'],
    ['[D2] a confirmed basis', leg(one), leg([['150', '1']]), { confirmed: true }, 'opportunity'],
    ['too short a hold for four fills', leg(one), leg(one), { holdDays: 13 }, 'fees'],
    ['just long enough a hold', leg(one), leg(one), { holdDays: 14 }, 'opportunity'],
    // 240 hours · 100 · 1/60,000 = 0.4: exactly what four fills cost.
    [
      'funding that pays for its fees and no more',
      leg(one),
      leg(one),
      { holdDays: 10, meanPerHour: ratio(1n, 60_000n) },
      'fees',
    ],
    ['dear borrowing', leg(one), leg(one), { ...REVERSE, borrowYearly: decimal('0.5') }, 'borrow'],
    ['less than a lot', leg(one, { lot: '2' }), leg(one), {}, 'size'],
    ['[D4] below the minimum quantity', leg(one), leg(one, { minQty: '2' }), {}, 'size'],
    ['[D4] below the minimum notional', leg(one, { minNotional: '101' }), leg(one), {}, 'size'],
    [
      'a minimum order that both books hold at a loss',
      leg(
        [
          ['100', '1'],
          ['150', '9'],
        ],
        { minQty: '2' },
      ),
      leg([['100', '9']]),
      {},
      'slippage',
    ],
  ])('%s: %s', (...[, spot, perp, terms, expected]) => {
    const finding = find(spot, perp, terms)
    expect(finding.kind === 'none' ? finding.why : finding.kind).toBe(expected)
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('a hold of %d days is an error', (holdDays) => {
    expect(() => find(leg(one), leg(one), { holdDays })).toThrow(RangeError)
  })
})
