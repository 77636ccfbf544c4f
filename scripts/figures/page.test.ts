import { expect, test } from 'vitest'
import { pageOf } from './page.ts'
import type { Measured } from './table.ts'

const MATRIX = `# Matrix

| row | fault | what must hold |
|---|---|---|
| F2 | half-open socket | noticed within 10 s |
| F10 | deeper than subscribed | memory flat |
`

const figure = (more: Partial<Measured>): Measured => ({
  row: 'F2',
  wanted: '0 wrong rows',
  measured: 'a | b',
  seed: 7,
  test: 'apps/one.test.ts',
  ...more,
})

const linesOf = (...figures: readonly Measured[]) =>
  pageOf({ commit: 'abc1234', machine: '2 cores', date: '2026-11-21', figures }, MATRIX)
    .split('\n')
    .filter((line) => /^\| (F|SEC)/.test(line))

test('each row of the matrix has one line in its order; other figures come last', () => {
  expect(linesOf(figure({ row: 'SEC-4' }), figure({ row: 'F10' }), figure({}))).toEqual([
    '| F2 | half-open socket | 0 wrong rows | a \\| b | [one.test.ts](../apps/one.test.ts) |',
    '| F10 | deeper than subscribed | 0 wrong rows | a \\| b | [one.test.ts](../apps/one.test.ts) |',
    '| SEC-4 | [security.md](security.md) 4 | 0 wrong rows | a \\| b | [one.test.ts](../apps/one.test.ts) |',
  ])
})

test('several figures of a row share its line, each beside its wanted text', () => {
  const figures = [
    figure({ measured: '1 ms' }),
    figure({ wanted: 'one hour', measured: '20 min', notShown: 'one hour', test: 'apps/two.test.ts' }),
    figure({ measured: '2 ms' }),
  ]
  expect(linesOf(...figures)[0]).toBe(
    '| F2 | half-open socket | 0 wrong rows<br>one hour | 1 ms · 2 ms<br>20 min **Not shown: one hour** | ' +
      '[one.test.ts](../apps/one.test.ts), [two.test.ts](../apps/two.test.ts) |',
  )
})

test('a row without a figure says what must hold and that it was not measured', () => {
  expect(linesOf(figure({}))[1]).toBe('| F10 | deeper than subscribed | memory flat | not measured |  |')
})

test('the page names commit, date and machine', () => {
  const page = pageOf({ commit: 'abc1234', machine: '2 cores', date: '2026-11-21', figures: [] }, MATRIX)
  expect(page).toContain('\nCommit `abc1234`, 2026-11-21, 2 cores.\n')
})
