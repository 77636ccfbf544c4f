import { parseExact } from '@makas/domain'
import { expect, test } from 'vitest'
import { instrument, Stage } from '../testing/stage.ts'
import { captureLevels, levelTexts, sameLevels } from './captured-levels.ts'

/** The captured asks of a book whose second one has this size. */
function asksWith(size: string) {
  const stage = new Stage()
  stage.list(instrument('kraken', 'SHIB', 'USD'))
  stage.book(1, 'kraken', 'SHIBUSD', '0.000005494', '0.000005497', '10')
  const slot = stage.slot('kraken', 'SHIBUSD')
  const { mantissa, decimals } = parseExact(size)
  slot.book.set(slot.book.asks, 5_498, 9, mantissa, decimals)
  return captureLevels(slot, slot.book.asks, 2)
}

test('[D3] a size beyond 2^53 stands in the evidence to its last digit, in coins and in contracts', () => {
  const levels = asksWith('123456789012.12345678')
  expect(levelTexts(levels, null)).toEqual([
    ['0.000005497', '10'],
    ['0.000005498', '123456789012.12345678'],
  ])
  expect(levelTexts(levels, parseExact('10'))).toEqual([
    ['0.000005497', '100'],
    ['0.000005498', '1234567890121.2345678'],
  ])
})

test('two captures are the same only where such a size is', () => {
  const levels = asksWith('123456789012.12345678')
  expect(sameLevels(levels, asksWith('123456789012.12345678'))).toBe(true)
  expect(sameLevels(levels, asksWith('123456789012.12345679'))).toBe(false)
})
