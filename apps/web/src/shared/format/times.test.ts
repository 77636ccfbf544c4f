import { expect, test } from 'vitest'
import {
  istanbulClock,
  istanbulClockMs,
  istanbulTime,
  monthOf,
  roughSpan,
  shortSpan,
  span,
  wholeSeconds,
} from './times.ts'

const moment = Date.parse('2026-11-20T20:20:49.042Z')

test('[CONST-38] times of day are Istanbul time whatever the zone of the browser', () => {
  expect(istanbulClock(moment)).toBe('23:20:49')
  expect(istanbulClockMs(moment)).toBe('23:20:49,042')
  expect(istanbulTime(moment)).toBe('20.11.2026 23:20:49')
})

test('midnight in Istanbul is 00, not 24', () => {
  expect(istanbulClock(Date.parse('2026-11-20T21:00:00Z'))).toBe('00:00:00')
})

test.each([
  [400, '0,4 sn'],
  [-5, '0,0 sn'],
  [9_949, '9,9 sn'],
  [12_300, '12 sn'],
  [59_600, '1 dk'],
  [65_000, '1 dk 5 sn'],
  [7_380_000, '2 sa 3 dk'],
])('a span of %d ms reads %s', (ms, text) => {
  expect(span(ms)).toBe(text)
})

test('a label in whole seconds does not flicker with tenths', () => {
  expect([wholeSeconds(7_900), wholeSeconds(900), wholeSeconds(61_000)]).toEqual(['7 sn', '0 sn', '1 dk 1 sn'])
})

test('a month is named', () => {
  expect(monthOf('2026-07')).toBe('Temmuz 2026')
})

test.each([
  [-5_000, '1 dakikadan az'],
  [59_999, '1 dakikadan az'],
  [60_000, '1 dakika'],
  [3_599_999, '59 dakika'],
  [18 * 3_600_000, '18 saat'],
  [47.9 * 3_600_000, '47 saat'],
  [48 * 3_600_000, '2 gün'],
  [1_200 * 86_400_000, '1.200 gün'],
])('a wait of %d ms reads %s', (ms, told) => {
  expect(roughSpan(ms)).toBe(told)
})

test.each([
  [-1, '0,0 sn'],
  [2_840, '2,8 sn'],
  [59_400, '59 sn'],
  [59_600, '1 dk'],
  [119_999, '1 dk'],
  [3_599_999, '59 dk'],
  [3_600_000, '1 sa'],
  [26 * 3_600_000 - 1, '25 sa'],
])('a short span of %d ms reads %s', (ms, text) => {
  expect(shortSpan(ms)).toBe(text)
})
