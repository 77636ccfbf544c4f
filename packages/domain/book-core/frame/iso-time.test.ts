import { expect, test } from 'vitest'
import { applyDelta, closeBook, closeSymbolTable, openBook, openSymbolTable, renew } from '../../src/book/core.ts'
import { frameShape } from '../../src/book/frame-shape.ts'
import { doubleAt, loadText, registerName, setWord } from '../testing/core-memory.ts'

const shape = frameShape('by-checksum', null, [
  { step: 'name', quotes: 0 },
  { step: 'text', text: '"' },
  { step: 'iso-time' },
])

/** The event time that a frame with this text leaves in its book; null where the frame was not read. */
function timeOf(text: string): number | null {
  const symbols = openSymbolTable()
  const book = openBook(0)
  renew()
  setWord(book, 'IS_SOUND', 1)
  registerName(symbols, 'A', book, 0)
  const result = applyDelta(shape.address, symbols, loadText(`A"${text}`), 1)
  const time = result === 0 ? null : doubleAt(book, 'EVENT_TIME')
  closeBook(book)
  closeSymbolTable(symbols)
  return time
}

test.each([
  '2026-08-02T10:20:30.123Z',
  '2024-02-29T23:59:59.999Z',
  '1970-01-01T00:00:00.000Z',
  '2000-03-01T00:00:00.001Z',
  '2100-02-28T12:00:00.500Z',
])('%s is what the standard says', (text) => {
  expect(timeOf(text)).toBe(Date.parse(text))
})

test.each([
  ['no fraction', '2026-08-02T10:20:30Z', '2026-08-02T10:20:30.000Z'],
  ['tenths', '2026-08-02T10:20:30.4Z', '2026-08-02T10:20:30.400Z'],
  ['microseconds, cut off', '2026-08-02T10:20:30.123999Z', '2026-08-02T10:20:30.123Z'],
  ['nine decimals', '2026-08-02T10:20:30.123456789Z', '2026-08-02T10:20:30.123Z'],
])('%s', (_, text, same) => {
  expect(timeOf(text)).toBe(Date.parse(same))
})

test.each([
  ['another zone', '2026-08-02T10:20:30.123+03:00'],
  ['ten decimals', '2026-08-02T10:20:30.1234567890Z'],
  ['a dot without decimals', '2026-08-02T10:20:30.Z'],
  ['a month that is none', '2026-13-02T10:20:30Z'],
  ['a day that is none', '2026-08-00T10:20:30Z'],
  ['an hour that is none', '2026-08-02T24:20:30Z'],
  ['a space for the T', '2026-08-02 10:20:30Z'],
  ['a letter for a digit', '2026-08-0aT10:20:30Z'],
  ['before 1970', '1969-08-02T10:20:30Z'],
])('%s is left to the host', (_, text) => {
  expect(timeOf(text)).toBe(null)
})
