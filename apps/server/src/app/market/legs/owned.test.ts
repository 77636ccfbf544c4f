import { EXCHANGES, findCycles, type Instrument, isHub, ownerOf, shardOf, WHOLE } from '@makas/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instrument } from '../testing/stage.ts'
import { wantedBooks } from './wanted.ts'

const identify = ({ baseTicker, quoteTicker }: Instrument) => ({
  base: baseTicker,
  quote: quoteTicker,
  multiplierDigits: 0,
})
const COINS = ['BTC', 'ETH', 'USDC', 'USDT', 'EUR', 'BNB', 'XRP', 'SOL', 'DOGE', 'ADA', 'LINK', 'PEPE', 'TON', 'SUI']
const QUOTES = ['USDT', 'USDC', 'USD', 'BTC', 'ETH', 'EUR', 'TRY', 'BNB', 'XRP']

const listed = fc
  .uniqueArray(
    fc.record({
      exchange: fc.constantFrom(...EXCHANGES),
      base: fc.constantFrom(...COINS),
      quote: fc.constantFrom(...QUOTES),
      market: fc.constantFrom('spot' as const, 'spot' as const, 'perp' as const),
    }),
    { selector: JSON.stringify, minLength: 60, maxLength: 250 },
  )
  .map((all) =>
    all
      .filter(({ base, quote }) => base !== quote)
      .map(({ exchange, base, quote, market }) => instrument(exchange, base, quote, { market })),
  )
const keyOf = ({ exchange, market, symbol }: Pick<Instrument, 'exchange' | 'market' | 'symbol'>) =>
  `${exchange} ${market} ${symbol}`
/** A pair's name that is equal for the pair and its inverse. */
const sidesOf = ({ baseTicker, quoteTicker }: Instrument) => [baseTicker, quoteTicker].sort().join(' ')
function keysOf(instruments: readonly Instrument[], shard = WHOLE): ReadonlySet<string> {
  const wanted = wantedBooks(instruments, identify, shard)
  return new Set([...wanted].flatMap(([exchange, books]) => books.map((book) => keyOf({ exchange, ...book }))))
}

test('several shards want together what one shard wants: a coin’s books in its shard, books of two monies in all shards, and every cycle whole in its owner’s', () => {
  let cyclesSeen = 0
  let borrowedSeen = 0
  fc.assert(
    fc.property(listed, fc.integer({ min: 2, max: 6 }), (instruments, shardCount) => {
      const whole = keysOf(instruments)
      const shards = Array.from({ length: shardCount }, (_, shard) => keysOf(instruments, { shard, shardCount }))
      expect(new Set(shards.flatMap((keys) => [...keys]))).toEqual(whole)
      for (const one of instruments.filter((each) => whole.has(keyOf(each)))) {
        const { baseTicker: base, quoteTicker: quote } = one
        const isIn = shards.map((keys) => keys.has(keyOf(one)))
        expect(isIn[shardOf(base, shardCount)]).toBe(true)
        if (one.market === 'perp') expect(isIn.filter(Boolean)).toHaveLength(1)
        else if (isHub(base) && isHub(quote)) expect(isIn).not.toContain(false)
      }
      for (const exchange of EXCHANGES) {
        const here = instruments.filter((one) => one.exchange === exchange && one.market === 'spot')
        const markets = here.map(({ baseTicker, quoteTicker }, index) => ({
          index,
          base: baseTicker,
          quote: quoteTicker,
        }))
        const { assets, conversions, count } = findCycles(markets)
        const needed = new Set<string>()
        for (let cycle = 0; cycle < count; cycle++) {
          const owner = shardOf(ownerOf(assets.slice(cycle * 3, cycle * 3 + 3)), shardCount)
          for (const conversion of conversions.slice(cycle * 3, cycle * 3 + 3)) {
            const book = here[conversion >> 1] as Instrument
            expect(shards[owner]?.has(keyOf(book))).toBe(true)
            needed.add(`${owner} ${sidesOf(book)}`)
          }
        }
        cyclesSeen += count
        // A shard has a book of another shard's coin only for its cycles.
        for (const [shard, keys] of shards.entries())
          for (const one of here) {
            const { baseTicker: base, quoteTicker: quote } = one
            if (!keys.has(keyOf(one)) || shardOf(base, shardCount) === shard || (isHub(base) && isHub(quote))) continue
            expect(needed.has(`${shard} ${sidesOf(one)}`)).toBe(true)
            borrowedSeen++
          }
      }
    }),
    { seed: 16, numRuns: 60 },
  )
  expect(cyclesSeen).toBeGreaterThan(1_000)
  expect(borrowedSeen).toBeGreaterThan(100)
})
