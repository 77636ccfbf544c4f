import { expect, test } from 'vitest'
import { visibleText } from './unseen.ts'

test('characters that would change a terminal are named, and only the kept characters stay', () => {
  const text = 'BTC\u001b[2J\u202e\tUSDT\n\u0007'
  expect(visibleText(text, '\n\t')).toBe('BTC\\u001b[2J\\u202e\tUSDT\n\\u0007')
  expect(visibleText(text, '')).toBe('BTC\\u001b[2J\\u202e\\u0009USDT\\u000a\\u0007')
})
