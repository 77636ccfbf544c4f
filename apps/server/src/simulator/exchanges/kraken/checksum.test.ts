import { expect, test } from 'vitest'
import { bookChecksum, contribution, crc32 } from './checksum.ts'

const levels = (text: string) => text.split('|').map((level) => level.split(' ') as [string, string])

test('the documented example gives 3310070434', () => {
  const asks = levels(
    '45285.2 0.00100000|45286.4 1.54571953|45286.6 1.54571109|45289.6 1.54560911|45290.2 0.15890660|45291.8 1.54553491|45294.7 0.04454749|45296.1 0.35380000|45297.5 0.09945542|45299.5 0.18772827',
  )
  const bids = levels(
    '45283.5 0.10000000|45283.4 1.54582015|45282.1 0.10000000|45281.0 0.10000000|45280.3 1.54592586|45279.0 0.07990000|45277.6 0.03310103|45277.5 0.30000000|45277.3 1.54602737|45276.6 0.15445238',
  )
  expect(bookChecksum(asks, bids)).toBe(3310070434)
  expect(bookChecksum([...asks, ['50000.0', '1.00000000']], bids)).toBe(3310070434)
})

test('a level contributes its digits without point and leading zeros', () => {
  expect(contribution('45285.2') + contribution('0.00100000')).toBe('452852100000')
})

test('the CRC is the IEEE one', () => {
  expect(crc32('123456789')).toBe(0xcbf43926)
})
