import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BOOK_CORE_BYTES, coreProblems, decorated } from './book-core.ts'

test('a module that is not what its source compiles to is caught', () => {
  const there = readFileSync(join(import.meta.dirname, '..', BOOK_CORE_BYTES), 'utf8')
  expect(coreProblems(there, there)).toEqual([])
  expect(coreProblems(there.replace('AAA', 'AAB'), there)).toHaveLength(1)
})

test('a comment `@inline` in a line of its own becomes the decorator of the function behind it', () => {
  expect(decorated('/** Words. */\n// @inline\nfunction one(): void {}\n')).toBe(
    '/** Words. */\n@inline\nfunction one(): void {}\n',
  )
  expect(decorated('const text = 1 // @inline\n  // @inline\n')).toBe('const text = 1 // @inline\n  // @inline\n')
})
