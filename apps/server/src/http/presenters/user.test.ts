import { expect, test } from 'vitest'
import { maskedAddress } from './user.ts'

test.each([
  ['203.0.113.7', '203.0.*.*'],
  ['::ffff:198.51.100.23', '198.51.*.*'],
  ['2001:db8:85a3::8a2e:370:7334', '2001:db8:*'],
  ['fe80::1', 'fe80:*'],
  ['::1', '*'],
])('of %s its owner is shown %s', (address, shown) => {
  expect(maskedAddress(address)).toBe(shown)
})
