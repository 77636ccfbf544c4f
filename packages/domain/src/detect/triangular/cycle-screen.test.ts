import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CycleScreen } from './cycle-screen.ts'
import { type CycleMarket, type Cycles, findCycles, isSell, marketOf } from './cycles.ts'

const TRIANGLE: CycleMarket[] = [
  { index: 0, base: 'BTC', quote: 'USDT' },
  { index: 1, base: 'ETH', quote: 'BTC' },
  { index: 2, base: 'ETH', quote: 'USDT' },
]
const cycles = findCycles(TRIANGLE)
const names = (screen: CycleScreen, market: number) =>
  [...screen.hits.slice(0, screen.touch(market))].map((cycle) =>
    cycles.assets.slice(cycle * 3, cycle * 3 + 3).join('→'),
  )

/** The screen with the prices of formulas.md § 7, G3: a gap of 0.6 % before fees. */
function golden(kept: number): CycleScreen {
  const screen = new CycleScreen(cycles)
  screen.set(0, 49_999, 50_000, kept)
  screen.set(1, 0.04999, 0.05, kept)
  screen.set(2, 2515, 2516, kept)
  return screen
}

describe('which cycles may pay', () => {
  test('[WHAT-05] the one direction that gains, from each of its start assets, whichever book moved', () => {
    const screen = golden(1 - 0.00075)
    for (const market of [0, 1, 2]) {
      expect(names(screen, market)).toEqual(['USDT→BTC→ETH', 'BTC→ETH→USDT', 'ETH→USDT→BTC'])
    }
  })

  test('[D7] fees are part of the rates: 0.6 % does not pay for three times 0.3 %', () => {
    expect(golden(1 - 0.003).touch(0)).toBe(0)
  })

  test('[D9] a stale leg takes all its cycles with it, until its prices are told again', () => {
    const screen = golden(1)
    screen.block(1)
    for (const market of [0, 1, 2]) expect(screen.touch(market)).toBe(0)
    screen.set(1, 0.04999, 0.05, 1)
    expect(screen.touch(2)).toBe(3)
  })

  test.each([
    ['no side', 0, Number.POSITIVE_INFINITY],
    ['what is no number', Number.NaN, Number.NaN],
    ['what is no price', -1, -1],
    ['an endless bid and an ask of nothing', Number.POSITIVE_INFINITY, 0],
  ])('[D3] a book with %s is in no cycle', (_, bid, ask) => {
    const screen = golden(1)
    screen.set(2, bid, ask, 1)
    for (const market of [0, 1, 2]) expect(screen.touch(market)).toBe(0)
  })

  test('a held loop is found only when its gain leaves the range: no gap any more, or at least the bound', () => {
    const screen = golden(1)
    for (const cycle of screen.hits.slice(0, screen.touch(0))) screen.hold(cycle, 1.01)
    expect(screen.touch(0)).toBe(0)
    screen.set(2, 2530, 2531, 1)
    expect(screen.touch(2)).toBe(3)
    screen.set(2, 2515, 2516, 1)
    expect(screen.touch(2)).toBe(0)
    screen.set(2, 2500, 2501, 1)
    expect(screen.touch(2)).toBe(3)
    screen.set(2, 2515, 2516, 1)
    for (const cycle of screen.hits.slice(0, 1)) screen.watch(cycle, true)
    expect(screen.touch(2)).toBe(3)
  })

  test('a watched cycle is found although it does not pay, once however often it is asked for', () => {
    const screen = golden(1 - 0.003)
    screen.watch(0, true)
    screen.watch(0, true)
    expect(names(screen, 2)).toEqual(['USDT→BTC→ETH', 'BTC→ETH→USDT', 'ETH→USDT→BTC'])
    screen.block(1)
    expect(screen.touch(1)).toBe(3)
    screen.watch(0, false)
    expect(screen.touch(1)).toBe(0)
  })
})

/** Twelve markets of five assets, with every cycle that there is. */
const ASSETS = ['USDT', 'BTC', 'ETH', 'SOL', 'EUR']
const DENSE: CycleMarket[] = ASSETS.flatMap((quote, at) => ASSETS.slice(at + 1).map((base) => ({ base, quote }))).map(
  (pair, index) => ({ index, ...pair }),
)

/** Bid and ask as whole numbers of 10^-decimals, as books have them. */
const book = fc.record({
  ask: fc.integer({ min: 1, max: 2 ** 52 }),
  decimals: fc.integer({ min: 0, max: 18 }),
  spread: fc.constantFrom(0, 0, 1, 2, 1_000),
})
const fee = fc.constantFrom(0n, 75n, 100n, 800n)
const FEE_UNIT = 100_000n

type BestPrices = { readonly bid: bigint; readonly ask: bigint; readonly decimals: number }

/** Exactly: the product of what a cycle's conversions bring after fees, as a fraction. */
function exactProduct(all: Cycles, cycle: number, books: readonly BestPrices[], kept: bigint): [bigint, bigint] {
  let n = 1n
  let d = 1n
  for (const step of all.conversions.slice(cycle * 3, cycle * 3 + 3)) {
    const { bid, ask, decimals } = books[marketOf(step)] as BestPrices
    const unit = 10n ** BigInt(decimals)
    n *= kept * (isSell(step) ? bid : unit)
    d *= FEE_UNIT * (isSell(step) ? unit : ask)
  }
  return [n, d]
}

const screenOf = (all: Cycles, books: readonly BestPrices[], kept: bigint) => {
  const screen = new CycleScreen(all)
  for (const [market, { bid, ask, decimals }] of books.entries()) {
    screen.set(market, Number(bid) / 10 ** decimals, Number(ask) / 10 ** decimals, Number(kept) / Number(FEE_UNIT))
  }
  return screen
}

describe('never rejects a winner', () => {
  test('on any prices of any size: every cycle that gains, however little, is found at each of its markets', () => {
    const all = findCycles(DENSE)
    let winners = 0
    fc.assert(
      fc.property(fc.array(book, { minLength: DENSE.length, maxLength: DENSE.length }), fee, (drawn, taken) => {
        const books = drawn.map(({ ask, decimals, spread }) => ({
          bid: BigInt(Math.max(1, ask - spread)),
          ask: BigInt(ask),
          decimals,
        }))
        const kept = FEE_UNIT - taken
        const screen = screenOf(all, books, kept)
        const found = DENSE.map(({ index }) => new Set(screen.hits.slice(0, screen.touch(index))))
        for (let cycle = 0; cycle < all.count; cycle++) {
          const [n, d] = exactProduct(all, cycle, books, kept)
          if (n <= d) continue
          winners++
          for (const step of all.conversions.slice(cycle * 3, cycle * 3 + 3)) {
            if (!found[marketOf(step)]?.has(cycle)) return false
          }
        }
        return true
      }),
      { numRuns: 500, seed: 11 },
    )
    expect(winners).toBeGreaterThan(1_000)
  })

  test('a hair above and a hair below 1: winners are found, and a loser only passes where doubles cannot tell', () => {
    let winners = 0
    let rejected = 0
    fc.assert(
      fc.property(
        fc.bigInt({ min: 10n ** 14n, max: 2n ** 53n - 1n }),
        fc.bigInt({ min: 10n ** 14n, max: 2n ** 53n - 1n }),
        fc.integer({ min: -40, max: 40 }),
        fc.integer({ min: 0, max: 9 }),
        (first, second, nudge, digits) => {
          // BTC at 15 or 16 digits, ETH in BTC likewise: the third price is their product, but for its last digits.
          const product = (first * second) / 10n ** 16n
          const third = product + BigInt(nudge) * 10n ** BigInt(digits)
          if (third <= 0n) return true
          const books = [
            { bid: first, ask: first, decimals: 10 },
            { bid: second, ask: second, decimals: 16 },
            { bid: third, ask: third, decimals: 10 },
          ]
          const screen = screenOf(cycles, books, FEE_UNIT)
          const found = new Set(screen.hits.slice(0, screen.touch(0)))
          for (let cycle = 0; cycle < cycles.count; cycle++) {
            const [n, d] = exactProduct(cycles, cycle, books, FEE_UNIT)
            if (n > d) {
              winners++
              if (!found.has(cycle)) return false
            } else if ((d - n) * 10n ** 8n > d) {
              // A product below 1 by more than 1e-8 is surely no winner.
              rejected++
              if (found.has(cycle)) return false
            }
          }
          return true
        },
      ),
      { numRuns: 5_000, seed: 12 },
    )
    expect(winners).toBeGreaterThan(1_000)
    expect(rejected).toBeGreaterThan(1_000)
  })
})
