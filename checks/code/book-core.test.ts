import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BOOK_CORE_BYTES, coreProblems, decorated, exportedConstants, offsetProblems } from './book-core.ts'

const there = readFileSync(join(import.meta.dirname, '..', '..', BOOK_CORE_BYTES), 'utf8')

test('a module that is not what its source compiles to is caught', () => {
  expect(coreProblems(there, there)).toEqual([])
  expect(coreProblems(there.replace('AAA', 'AAB'), there)).toHaveLength(1)
})

test('a comment `@inline` in a line of its own becomes the decorator of the function behind it', () => {
  expect(decorated('/** Words. */\n// @inline\nfunction one(): void {}\n')).toBe(
    '/** Words. */\n@inline\nfunction one(): void {}\n',
  )
  expect(decorated('const text = 1 // @inline\n  // @inline\n')).toBe('const text = 1 // @inline\n  // @inline\n')
})

const inBook = (text: string) => offsetProblems({ path: 'book.ts', text }, exportedConstants(there))

test('an offset that the module exports is no problem', () => {
  expect(exportedConstants(there).size).toBeGreaterThan(50)
  expect(
    inBook(`
const DEPTH = inWords('DEPTH')
const BEST_BID = inDoubles('BIDS') + inDoubles('BEST_PRICE')
const depth = words[this.#fields + DEPTH] as number
const best = doubles[(address >> 3) + BEST_BID]
`),
  ).toEqual([])
})

test.each([
  ['a number', 'doubles[this.#field + 1]', '1'],
  ['a number in a sum', "const DEPTH = inWords('DEPTH')\nwords[(address >> 2) + DEPTH + 4]", '4'],
  ['a constant of the same file', 'const DEPTH = 18\nwords[at + DEPTH]', 'DEPTH'],
  ['a constant of another file', "import { DEPTH } from './layout.ts'\nwords[at + DEPTH] = 5", 'DEPTH'],
  ['a name that the module does not export', "const WIDTH = inWords('WIDTH')", 'WIDTH'],
])('an offset that the module does not export is caught: %s', (_, text, offset) => {
  expect(inBook(text)).toEqual([expect.stringContaining(` ${offset}`)])
})
