import { expect, test } from 'vitest'
import { shortBalanceSentence } from './short-balance.ts'

test.each([
  ['a decimal comma', '100.049', '12.5', '100,049 USDT gerekli, 12,5 USDT var'],
  ['points between thousands', '1000000', '999999.9', '1.000.000 USDT gerekli, 999.999,9 USDT var'],
  ['nothing at all', '0.00000001', '0', '0,00000001 USDT gerekli, 0 USDT var'],
  [
    'what is needed rounded up, what is free down',
    '0.0000000101',
    '0.0000000199',
    '0,00000002 USDT gerekli, 0,00000001 USDT var',
  ],
  ['amounts that differ behind the eighth decimal', '5.0000000000001', '5', '5,00000001 USDT gerekli, 5 USDT var'],
  [
    'more digits than a number has',
    '123456789012345678.12345678',
    '123456789012345678.12345677',
    '123.456.789.012.345.678,12345678 USDT gerekli, 123.456.789.012.345.678,12345677 USDT var',
  ],
])('a balance that is too small is told with %s', (_, needed, free, told) => {
  const short = { kind: 'balance', connection: 'OKX Testnet', asset: 'USDT', needed, free } as const
  expect(shortBalanceSentence(short)).toBe(`OKX Testnet bakiyesi yetmiyor: ${told}.`)
})
