import { expect, test } from 'vitest'
import { ADDRESSES } from '../../feeds.ts'
import { limitsTogether, ownLimits, sharedLimits } from './address-limits.ts'

const shared = () => new SharedArrayBuffer(8 * 64)

test('[F21] the lines to one address have 70 % of each of its limits together, and each limit is its own', () => {
  const address = { rest: { count: 20, perMs: 60_000 }, connects: [{ count: 10, perMs: 60_000 }] }
  const words = shared()
  const [one, other] = [limitsTogether(address, words), limitsTogether(address, words)]
  const spendable = (kind: 'rest' | 'connects') => {
    let count = 0
    while ((count % 2 === 0 ? one : other)[kind].spend() === 0) count++
    return count
  }
  expect([spendable('rest'), spendable('connects')]).toEqual([14, 7])
  // This address has no published limit for funding calls.
  expect(other.funding.spend(1_000)).toBe(0)
})

test('[F20] a ban that one line hears of holds for all lines, and the ban that ends last holds', () => {
  const address = { rest: { count: 1, perMs: 1_000 }, connects: [] }
  const words = shared()
  const [one, other] = [limitsTogether(address, words), limitsTogether(address, words)]
  expect([one.ban.last, other.ban.last]).toEqual([null, null])
  one.ban.extend({ until: 1_764_111_000_000, reason: 'banned' })
  expect(other.ban.last).toEqual({ until: 1_764_111_000_000, reason: 'banned' })
  expect(other.ban.extend({ until: 5, reason: 'too-many-requests' })).toEqual({
    until: 1_764_111_000_000,
    reason: 'too-many-requests',
  })
  expect(ownLimits(address, () => 0).ban.last).toBeNull()
})

test('every address that feeds talk to has its own words, with room for all of its limits', () => {
  const limits = sharedLimits(ADDRESSES)
  expect(Object.keys(limits)).toEqual(['/binance', '/binance-usdm', '/okx', '/bybit', '/kraken', '/kraken-futures'])
  for (const address of ADDRESSES) {
    const own = limitsTogether(address, limits[address.prefix] as SharedArrayBuffer)
    expect([own.rest.spend(), own.connects.spend(), own.funding.spend(), own.ban.last]).toEqual([0, 0, 0, null])
  }
})
