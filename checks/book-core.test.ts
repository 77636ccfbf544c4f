import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { BOOK_CORE_BYTES, checkBookCore, compiledBookCore } from './book-core.ts'

const ROOT = join(import.meta.dirname, '..')

test('a module that is not what its source compiles to is caught', () => {
  const root = mkdtempSync(join(tmpdir(), 'checked-'))
  try {
    mkdirSync(dirname(join(root, BOOK_CORE_BYTES)), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
    symlinkSync(join(ROOT, 'packages/domain/book-core'), join(root, 'packages/domain/book-core'))
    const right = compiledBookCore(root)
    const write = (text: string) => writeFileSync(join(root, BOOK_CORE_BYTES), text)
    write(right.replace('AAA', 'AAB'))
    expect(checkBookCore(root).kind).toBe('failed')
    write(right)
    expect(checkBookCore(root).kind).toBe('passed')
  } finally {
    rmSync(root, { recursive: true })
  }
}, 60_000)
