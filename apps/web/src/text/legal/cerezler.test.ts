import { expect, test } from 'vitest'
import { document } from './cerezler.ts'

const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../**', '!../../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** Locks that tabs share while they renew a session or read a stream: nothing is kept under them. */
const LOCKS: readonly string[] = ['makas.renew.', 'makas.stream']

test('the page names every key of the browser’s storage that the site uses, and no other', () => {
  const keys = Object.values(sources)
    .flatMap((source) => [...source.matchAll(/(?<=['"`])makas\.\w+\.?/g)].map(([key]) => key))
    .filter((key) => !LOCKS.includes(key))
    .map((key) => (key.endsWith('.') ? `${key}*` : key))
  expect(keys).toContain('makas.token')
  const named = [...JSON.stringify(document).matchAll(/makas\.\w+(\.\*)?/g)].map(([key]) => key)
  expect([...new Set(named)].sort()).toEqual([...new Set(keys)].sort())
})
