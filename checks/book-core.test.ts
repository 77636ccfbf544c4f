import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BOOK_CORE_BYTES, coreProblems } from './book-core.ts'

test('a module that is not what its source compiles to is caught', () => {
  const there = readFileSync(join(import.meta.dirname, '..', BOOK_CORE_BYTES), 'utf8')
  expect(coreProblems(there, there)).toEqual([])
  expect(coreProblems(there.replace('AAA', 'AAB'), there)).toHaveLength(1)
})
