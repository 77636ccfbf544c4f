import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CycleMarket, type Cycles, findCycles, isSell, marketOf } from './cycles.ts'

const STARTS = ['USDT', 'USDC', 'BTC', 'ETH', 'EUR', 'TRY']

const markets = (...pairs: string[]): CycleMarket[] =>
  pairs.map((pair, index) => {
    const [base = '', quote = ''] = pair.split('/')
    return { index, base, quote }
  })

/** A cycle as text: its assets and what is done to which market. */
function textOf(cycles: Cycles, cycle: number): string {
  const [a, b, c] = cycles.assets.slice(cycle * 3, cycle * 3 + 3)
  const steps = cycles.conversions.slice(cycle * 3, cycle * 3 + 3)
  return `${a}→${b}→${c}→${a} ${[...steps].map((step) => `${isSell(step) ? 'sell' : 'buy'} ${marketOf(step)}`).join(', ')}`
}

const texts = (cycles: Cycles) => Array.from({ length: cycles.count }, (_, cycle) => textOf(cycles, cycle))

describe('cycles of an exchange', () => {
  test('[WHAT-05] three markets make two directions, each once for every start asset in the cycle', () => {
    expect(texts(findCycles(markets('BTC/USDT', 'ETH/BTC', 'ETH/USDT'))).sort()).toEqual([
      'BTC→ETH→USDT→BTC buy 1, sell 2, buy 0',
      'BTC→USDT→ETH→BTC sell 0, buy 2, sell 1',
      'ETH→BTC→USDT→ETH sell 1, sell 0, buy 2',
      'ETH→USDT→BTC→ETH sell 2, buy 0, buy 1',
      'USDT→BTC→ETH→USDT buy 0, buy 1, sell 2',
      'USDT→ETH→BTC→USDT buy 2, sell 1, sell 0',
    ])
    expect(texts(findCycles(markets('SOL/USDT', 'ADA/SOL', 'ADA/USDT'))).sort()).toEqual([
      'USDT→ADA→SOL→USDT buy 2, sell 1, sell 0',
      'USDT→SOL→ADA→USDT buy 0, buy 1, sell 2',
    ])
  })

  test('no start asset, no third market, a pair with itself: no cycle', () => {
    expect(findCycles(markets('SOL/BNB', 'ADA/SOL', 'ADA/BNB')).count).toBe(0)
    expect(findCycles(markets('BTC/USDT', 'ETH/USDT', 'USDT/USDT')).count).toBe(0)
    expect(findCycles([]).count).toBe(0)
  })

  test('the first listed of two markets of the same assets stands, whichever is called base', () => {
    const cycles = findCycles(markets('USDC/USDT', 'USDT/USDC', 'BTC/USDT', 'BTC/USDC', 'BTC/USDT'))
    expect(cycles.count).toBe(6)
    expect(new Set([...cycles.conversions].map(marketOf))).toEqual(new Set([0, 2, 3]))
  })

  test('indices are the caller’s own, and need not be dense', () => {
    const cycles = findCycles([
      { index: 7, base: 'BTC', quote: 'USDT' },
      { index: 40, base: 'SOL', quote: 'BTC' },
      { index: 2, base: 'SOL', quote: 'USDT' },
    ])
    expect(texts(cycles)).toContain('USDT→BTC→SOL→USDT buy 7, buy 40, sell 2')
    expect(cycles.offsets.length).toBe(42)
  })

  test.each([-1, 0.5, Number.NaN])('an index of %s is refused', (index) => {
    expect(() => findCycles([{ index, base: 'BTC', quote: 'USDT' }])).toThrow(RangeError)
  })

  test('on any markets: exactly the cycles that trying all triples finds, and every market knows its own', () => {
    const asset = fc.constantFrom(...STARTS, 'SOL', 'ADA', 'XRP', 'BNB')
    const pairs = fc.uniqueArray(fc.tuple(asset, asset), { maxLength: 30, selector: (pair) => pair.join('/') })
    fc.assert(
      fc.property(pairs, (listed) => {
        const all = listed.map(([base, quote], index) => ({ index, base, quote }))
        const cycles = findCycles(all)
        const found = texts(cycles)
        const ofMarket = all.map(({ index }) =>
          [...cycles.ofMarket.slice(cycles.offsets[index], cycles.offsets[index + 1])].map((cycle) => found[cycle]),
        )
        expect([...found].sort()).toEqual(everyCycle(all).sort())
        for (const { index } of all) {
          const touching = found.filter((text) => new RegExp(`(buy|sell) ${index}(,|$)`).test(text))
          expect(ofMarket[index]).toEqual(touching)
        }
        for (let loop = 0; loop + 1 < cycles.loops.length; loop++) {
          const [from = 0, to = 0] = cycles.loops.slice(loop, loop + 2)
          const steps = [...cycles.conversions.slice(from * 3, to * 3)]
          expect(to).toBeGreaterThan(from)
          expect(new Set(steps).size).toBe(3)
        }
      }),
      { numRuns: 300, seed: 3 },
    )
  })
})

/** Every ordered triple of assets is tried. */
function everyCycle(all: readonly CycleMarket[]): string[] {
  const names = [...new Set(all.flatMap(({ base, quote }) => [base, quote]))]
  const step = (from: string, to: string) => {
    const market = all.find(({ base, quote }) => (base === from && quote === to) || (base === to && quote === from))
    return market === undefined ? null : `${market.base === from ? 'sell' : 'buy'} ${market.index}`
  }
  const found: string[] = []
  for (const a of names.filter((name) => STARTS.includes(name))) {
    for (const b of names) {
      for (const c of names) {
        const steps = [step(a, b), step(b, c), step(c, a)]
        if (new Set([a, b, c]).size < 3 || steps.includes(null)) continue
        found.push(`${a}→${b}→${c}→${a} ${steps.join(', ')}`)
      }
    }
  }
  return found
}
