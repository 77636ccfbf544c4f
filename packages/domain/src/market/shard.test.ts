import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownerOf, shardOf } from './shard.ts'

const coins = Array.from({ length: 20_000 }, (_, at) => `C${at.toString(36).toUpperCase()}`)

test('the shard of a coin never changes between versions', () => {
  const names = ['BTC', 'ETH', 'SOL', 'DOGE', '1INCH', 'Ünlü']
  expect([2, 4, 7].map((of) => names.map((coin) => shardOf(coin, of)))).toEqual([
    [0, 0, 1, 0, 0, 0],
    [2, 2, 3, 2, 0, 0],
    [2, 2, 3, 2, 4, 0],
  ])
})

test('each shard has its share of the coins, and an added shard takes its share and moves no other coin', () => {
  for (let of = 1; of <= 12; of++) {
    const counts = new Array<number>(of).fill(0)
    let moved = 0
    for (const coin of coins) {
      const before = shardOf(coin, of)
      const after = shardOf(coin, of + 1)
      counts[before] = (counts[before] as number) + 1
      if (before === after) continue
      moved++
      expect(after).toBe(of)
    }
    const share = coins.length / of
    for (const count of counts) expect(Math.abs(count / share - 1)).toBeLessThan(0.1)
    expect(Math.abs((moved * (of + 1)) / coins.length - 1)).toBeLessThan(0.1)
  }
})

test('a cycle has one owner, wherever it starts: a coin that is no money, if there is one', () => {
  expect(ownerOf(['USDT', 'XRP', 'BTC'])).toBe('XRP')
  expect(ownerOf(['USDT', 'XRP', 'BNB'])).toBe('BNB')
  expect(ownerOf(['USDT', 'ETH', 'BTC'])).toBe('BTC')
  const asset = fc.constantFrom('USDT', 'BTC', 'ETH', 'USD', 'XRP', 'BNB', 'SOL')
  fc.assert(
    fc.property(fc.uniqueArray(asset, { minLength: 3, maxLength: 3 }), ([a = '', b = '', c = '']) => {
      const owner = ownerOf([a, b, c])
      for (const turned of [
        [b, c, a],
        [c, b, a],
      ])
        expect(ownerOf(turned)).toBe(owner)
    }),
    { seed: 1 },
  )
})
