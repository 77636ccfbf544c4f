import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { carryEvidence } from '../../../shared/opportunity/testing/evidence.ts'
import { curve } from './apy/hold-curve.ts'
import { averagePrice, heldFor, paymentsPer8Hours } from './carry-account.ts'

const figures = (days: number, change = {}) => {
  const { apr, apy, net, daily, breakEvenDays, netReturn } = heldFor(carryEvidence(change), days)
  return { apr, apy, net, daily, breakEvenDays, netReturn }
}

/** G2 with its basis gain deducted from the exit slippage, because a forecast has no line of its own for it. */
const G2 = {
  funding: '90.09',
  slippage_entry: '4.0011',
  slippage_exit: '-4.9989',
  fees: '30.0055',
  borrow: '1500/365',
  net: '56.97271096',
  capital: '15005',
}

describe('[OPP-41] the breakdown for another hold', () => {
  test('[G2] gives the golden account for its own hold', () => {
    expect(figures(30, G2)).toMatchObject({
      net: 56.97271096,
      apr: 4.61958003,
      apy: 4.71878371,
      daily: 1.89909037,
      netReturn: 0.37969151,
    })
  })

  test.each([
    [3, -16.549],
    [7, -3.1086],
    [14, 1.9315],
    [30, 4.6196],
    [60, 5.7956],
    [90, 6.1876],
    [365, 6.7783],
  ])('[G2] gives the golden net APR for %d days', (days, apr) => {
    expect(figures(days, G2).apr).toBeCloseTo(apr, 4)
  })

  test('funding and borrowing last as long as the hold, fees and slippage are paid once', () => {
    const amounts = (days: number) =>
      Object.fromEntries(
        heldFor(carryEvidence({ borrow: '0.6' }), days).lines.map(({ kind, amount }) => [kind, amount]),
      )
    expect(amounts(30)).toEqual({
      funding: '9',
      'slippage-entry': '-0.25',
      'slippage-exit': '-0.25',
      'spot-fees': '-2',
      'perp-fees': '-1.005',
      borrow: '-0.6',
      net: '4.895',
    })
    expect(amounts(60)).toMatchObject({ funding: '18', 'spot-fees': '-2', borrow: '-1.2', net: '13.295' })
    expect(amounts(1)).toMatchObject({ funding: '0.3', 'slippage-exit': '-0.25', borrow: '-0.02', net: '-3.225' })
  })

  test('a trade without borrowing has no borrowing line, and fees that do not split share a line', () => {
    const kinds = heldFor(carryEvidence({ fees: '3' }), 30).lines.map(({ kind }) => kind)
    expect(kinds).toEqual(['funding', 'slippage-entry', 'slippage-exit', 'fees', 'net'])
  })

  test('percent beside each line is its share of the capital', () => {
    const lines = heldFor(carryEvidence(), 30).lines
    expect(lines.find(({ kind }) => kind === 'funding')?.percent).toBe(0.59900166)
    expect(lines.at(-1)?.percent).toBe(figures(30).netReturn)
  })

  test('funding that does not even pay the borrowing never breaks even; a loss beyond everything has no APY', () => {
    expect(figures(30, { borrow: '9' }).breakEvenDays).toBeNull()
    expect(figures(30, { fees: '2000' }).apy).toBeNull()
    expect(figures(30).breakEvenDays).toBeCloseTo(3.505 / 0.3, 8)
  })

  test('agrees with a plain reference, for any hold and any sums', () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 })
    fc.assert(
      fc.property(cents, cents, cents, cents, fc.integer({ min: 1, max: 365 }), (f, s, c, b, days) => {
        const text = (units: number) => `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`
        const change = {
          funding: text(f),
          slippage_entry: text(s),
          slippage_exit: text(s),
          fees: text(c),
          borrow: text(b),
          hold_days: '90',
          capital: '100000',
        }
        const { net, apr, daily } = figures(days, change)
        const expected = ((f - b) * days) / 90 / 100 - (2 * s + c) / 100
        expect(net).toBeCloseTo(expected, 6)
        expect(daily).toBeCloseTo(expected / days, 6)
        expect(apr).toBeCloseTo(((expected / 100_000) * 365 * 100) / days, 4)
      }),
      { seed: 20261121, numRuns: 200 },
    )
  })
})

test('the curve is drawn through the exact figures', () => {
  const evidence = carryEvidence()
  const points = curve(evidence)
  expect(points).toHaveLength(365)
  for (const days of [1, 2, 30, 90, 364, 365]) {
    const point = points[days - 1]
    const held = heldFor(evidence, days)
    expect(point?.day).toBe(days)
    expect(point?.apr).toBeCloseTo(held.apr, 6)
    expect(point?.apy).toBeCloseTo(held.apy ?? Number.NaN, 6)
  }
})

test('payments of other intervals are turned into 8 hours', () => {
  const evidence = carryEvidence({ rates: ['0.0001', '-0.00002', '0.0004'], intervals: ['8', '1', '4'] })
  expect(paymentsPer8Hours(evidence)).toEqual([0.01, -0.016, 0.08])
})

test('the average price of a leg is the average of the levels that it takes', () => {
  expect([averagePrice(carryEvidence(), 0), averagePrice(carryEvidence(), 1)]).toEqual([100, 100.5])
})
