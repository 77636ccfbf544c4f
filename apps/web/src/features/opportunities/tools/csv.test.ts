import { expect, test } from 'vitest'
import { carryRow, spotRow, triRow } from '../../../shared/opportunity/testing/rows.ts'
import { csvField, csvOf } from './csv.ts'

test('numbers have a decimal comma, formulas are harmless, and separators are quoted', () => {
  expect(csvField(-0.5)).toBe('-0,5')
  expect([csvField(100), csvField(0), csvField(1e-7), csvField(-16540.5)]).toEqual([
    '100',
    '0',
    '0,0000001',
    '-16540,5',
  ])
  expect(csvField('=SUM(A1)')).toBe("'=SUM(A1)")
  expect(csvField('@cmd')).toBe("'@cmd")
  expect(csvField('a;b"c')).toBe('"a;b""c"')
  expect(csvField(null)).toBe('')
})

test('a file begins with the byte order mark and has time and source, and each value has its heading', () => {
  for (const row of [spotRow({ id: 'a' }), carryRow({ id: 'b' }), triRow({ id: 'c' })]) {
    const text = csvOf([row], '23.11.2026 23:20:49', 'demo piyasa')
    expect(text.startsWith('\uFEFFKaydedildiği an;23.11.2026 23:20:49\r\nKaynak;demo piyasa\r\n\r\n')).toBe(true)
    const [heading = '', line = ''] = text.split('\r\n').slice(3)
    expect(line.split(';')).toHaveLength(heading.split(';').length)
  }
})

test('a sum of two fees has no digit that neither of them has', () => {
  const text = csvOf([carryRow({ id: 'a', spot_fees: 0.1, perp_fees: 0.2 })], '23.11.2026 23:20:49', 'demo piyasa')
  const [heading = '', line = ''] = text.split('\r\n').slice(3)
  expect(line.split(';')[heading.split(';').indexOf('Komisyon, %')]).toBe('0,3')
})

test('prices of cheap coins have all digits that were received', () => {
  const row = spotRow({ id: 'a', buy_price: 0.0000042137, sell_price: 0.00000423491234, size: 1234567.12345678 })
  const [heading = '', line = ''] = csvOf([row], '23.11.2026 23:20:49', 'demo piyasa').split('\r\n').slice(3)
  const cell = (name: string) => line.split(';')[heading.split(';').indexOf(name)]
  expect([cell('Alış fiyatı'), cell('Satış fiyatı'), cell('Miktar')]).toEqual([
    '0,0000042137',
    '0,00000423491234',
    '1234567,12345678',
  ])
})
