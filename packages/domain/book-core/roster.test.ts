import { describe, expect, test } from 'vitest'
import { closeBook, closeRoster, constant, follow, openBook, openRoster, renew } from '../src/book/core.ts'
import { frameShape } from '../src/book/frame-shape.ts'
import { enrollName, loadText, setWord } from './testing/core-memory.ts'

const HOST_BITS = constant('HOST_BITS')
const shape = frameShape('by-checksum', 'none', [
  { step: 'name', quotes: 0 },
  { step: 'text', text: '",' },
  { step: 'integer', field: 'time' },
])
const twice = frameShape('by-checksum', 'none', [
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

/** The host's number of the book that a name leads to; null where it leads nowhere. */
function hostOf(roster: number, name: string): number | null {
  const told = follow(shape.address, roster, loadText(`${name}",5`), 1)
  return told === 0 ? null : told >>> HOST_BITS
}

describe('a roster', () => {
  test('finds each of many names, also when its table grew for them', () => {
    const roster = openRoster()
    const book = soundBook()
    const names = Array.from({ length: 3_000 }, (_, at) => `${'COIN'.repeat(1 + (at % 11))}${at}`)
    for (const [host, name] of names.entries()) expect(enrollName(roster, name, book, host)).toBe(true)
    expect(names.map((name) => hostOf(roster, name))).toEqual(names.map((_, host) => host))
    expect(hostOf(roster, 'COIN')).toBe(null)
    closeBook(book)
    closeRoster(roster)
  })

  test('a name that was taken away leads nowhere, and those that hash behind it are still found', () => {
    const roster = openRoster()
    const book = soundBook()
    const names = Array.from({ length: 31 }, (_, at) => `N${at}`)
    for (const [host, name] of names.entries()) enrollName(roster, name, book, host)
    for (const name of names.filter((_, at) => at % 2 === 0)) expect(enrollName(roster, name, 0, 0)).toBe(true)
    expect(names.map((name) => hostOf(roster, name))).toEqual(names.map((_, at) => (at % 2 === 0 ? null : at)))
    expect(enrollName(roster, 'N0', book, 99)).toBe(true)
    expect(hostOf(roster, 'N0')).toBe(99)
    closeBook(book)
    closeRoster(roster)
  })

  test('names have at most 48 bytes', () => {
    const roster = openRoster()
    const book = soundBook()
    const longest = 'A'.repeat(constant('LONGEST_NAME'))
    expect(longest).toHaveLength(48)
    expect(enrollName(roster, longest, book, 1)).toBe(true)
    expect(hostOf(roster, longest)).toBe(1)
    expect(hostOf(roster, `${longest}A`)).toBe(null)
    expect(enrollName(roster, `${longest}A`, book, 1)).toBe(false)
    expect(enrollName(roster, '', book, 1)).toBe(false)
    expect(enrollName(roster, 'B', book, 1, `${longest}A`)).toBe(false)
    closeBook(book)
    closeRoster(roster)
  })

  test('the name in the payload has to be the one that was enrolled with it', () => {
    const roster = openRoster()
    const book = soundBook()
    enrollName(roster, 'btcusdt@depth', book, 3, 'BTCUSDT')
    enrollName(roster, 'plain', book, 4)
    const told = (frame: string) => follow(twice.address, roster, loadText(frame), 1) >>> HOST_BITS
    expect(told('btcusdt@depth","BTCUSDT",5')).toBe(3)
    expect(told('btcusdt@depth","ETHUSDT",5')).toBe(0)
    expect(told('plain","",5')).toBe(0)
    closeBook(book)
    closeRoster(roster)
  })
})
