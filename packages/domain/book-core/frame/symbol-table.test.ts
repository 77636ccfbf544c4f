import { describe, expect, test } from 'vitest'
import {
  applyDelta,
  closeBook,
  closeSymbolTable,
  constant,
  openBook,
  openSymbolTable,
  renew,
} from '../../src/book/core.ts'
import { frameShape } from '../../src/book/frame-shape.ts'
import { loadText, registerName, setWord } from '../testing/core-memory.ts'

const HOST_BITS = constant('HOST_BITS')
const shape = frameShape('by-checksum', null, [
  { step: 'name', quotes: 0 },
  { step: 'text', text: '",' },
  { step: 'integer', field: 'time' },
])
const twice = frameShape('by-checksum', null, [
  { step: 'name', quotes: 0 },
  { step: 'text', text: '","' },
  { step: 'other-name' },
  { step: 'text', text: '",' },
  { step: 'integer', field: 'time' },
])

function soundBook(): number {
  const book = openBook(0)
  renew()
  setWord(book, 'IS_SOUND', 1)
  return book
}

/** The host's number of the book that a name is registered for; null where there is none. */
function hostOf(symbols: number, name: string): number | null {
  const result = applyDelta(shape.address, symbols, loadText(`${name}",5`), 1)
  return result === 0 ? null : result >>> HOST_BITS
}

describe('a symbol table', () => {
  test('finds each of many names, also after it has grown for them', () => {
    const symbols = openSymbolTable()
    const book = soundBook()
    const names = Array.from({ length: 3_000 }, (_, at) => `${'COIN'.repeat(1 + (at % 11))}${at}`)
    for (const [host, name] of names.entries()) expect(registerName(symbols, name, book, host)).toBe(true)
    expect(names.map((name) => hostOf(symbols, name))).toEqual(names.map((_, host) => host))
    expect(hostOf(symbols, 'COIN')).toBe(null)
    closeBook(book)
    closeSymbolTable(symbols)
  })

  test('a removed name leads nowhere, and the names that hash behind it are still found', () => {
    const symbols = openSymbolTable()
    const book = soundBook()
    const names = Array.from({ length: 31 }, (_, at) => `N${at}`)
    for (const [host, name] of names.entries()) registerName(symbols, name, book, host)
    for (const name of names.filter((_, at) => at % 2 === 0)) expect(registerName(symbols, name, 0, 0)).toBe(true)
    expect(names.map((name) => hostOf(symbols, name))).toEqual(names.map((_, at) => (at % 2 === 0 ? null : at)))
    expect(registerName(symbols, 'N0', book, 99)).toBe(true)
    expect(hostOf(symbols, 'N0')).toBe(99)
    closeBook(book)
    closeSymbolTable(symbols)
  })

  test('names have at most 48 bytes', () => {
    const symbols = openSymbolTable()
    const book = soundBook()
    const longest = 'A'.repeat(constant('LONGEST_NAME'))
    expect(longest).toHaveLength(48)
    expect(registerName(symbols, longest, book, 1)).toBe(true)
    expect(hostOf(symbols, longest)).toBe(1)
    expect(hostOf(symbols, `${longest}A`)).toBe(null)
    expect(registerName(symbols, `${longest}A`, book, 1)).toBe(false)
    expect(registerName(symbols, '', book, 1)).toBe(false)
    expect(registerName(symbols, 'B', book, 1, `${longest}A`)).toBe(false)
    closeBook(book)
    closeSymbolTable(symbols)
  })

  test('the name in the payload must be the name that was registered with it', () => {
    const symbols = openSymbolTable()
    const book = soundBook()
    registerName(symbols, 'btcusdt@depth', book, 3, 'BTCUSDT')
    registerName(symbols, 'plain', book, 4)
    const hostIn = (frame: string) => applyDelta(twice.address, symbols, loadText(frame), 1) >>> HOST_BITS
    expect(hostIn('btcusdt@depth","BTCUSDT",5')).toBe(3)
    expect(hostIn('btcusdt@depth","ETHUSDT",5')).toBe(0)
    expect(hostIn('plain","",5')).toBe(0)
    closeBook(book)
    closeSymbolTable(symbols)
  })
})
