import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkCitations, citationProblems, documentOf, idProblems, pathProblems } from './citations.ts'

const root = join(import.meta.dirname, '..', '..')

const DOCUMENTS = [
  documentOf({ path: 'docs/formulas.md', text: '# F\n\n## 5. Freshness\n\n| id | what |\n|---|---|\n| G1 | spot |\n' }),
  documentOf({ path: 'docs/security.md', text: '# S\n\n1. argon2id\n2. pepper\n3. anew\n12. change\n' }),
  documentOf({
    path: 'docs/http.md',
    text: '# H\n\n## Replay of a day\n\n2. twice\n\n- **Findings**: lines\n\n| `CONFIG_FILE` | none |\n',
  }),
  documentOf({ path: 'docs/decisions/0007-vault.md', text: '# 0007: Vault\n' }),
]

const problems = (comment: string) => citationProblems({ path: 'a.ts', text: `x\n/** ${comment} */\n` }, DOCUMENTS)

test.each([
  'How old a book may be (formulas.md § 5).',
  'G1 of docs/formulas.md stands in formulas.md G1.',
  'A pepper (security.md 2), and more (security.md 1-3; security.md 2, 12).',
  'What is printed (http.md, Findings), what begins it (http.md, Replay), with a setting (http.md, CONFIG_FILE).',
  'As http.md, Replay of a day, has it, and http.md, Replay\n * of a day says (http.md, Findings, 2).',
  'Why: decision 0007, or decision [0007](../docs/decisions/0007-vault.md).',
  'Hosts as in exchanges/*.md, and the whole of http.md says so.',
  'A sentence that ends with security.md. 99 others follow; a size of docs/http.md, which is small.',
])('resolves: %s', (comment) => {
  expect(problems(comment)).toEqual([])
})

test.each([
  ['(runtime.md, Findings)', 'runtime.md, which is not in the repository'],
  ['(formulas.md § 6)', 'formulas.md 6, which docs/formulas.md does not have'],
  ['(security.md 4)', 'security.md 4,'],
  ['(security.md 2, 11)', 'security.md 11,'],
  ['(security.md 1-4)', 'security.md 4,'],
  ['(formulas.md G9)', 'formulas.md G9,'],
  ['(http.md, Evidence)', 'http.md Evidence,'],
  ['(http.md, Replay of a night)', 'http.md Replay of a night,'],
  ['(http.md, Rep)', 'http.md Rep,'],
  ['(http.md, Findings, 9)', 'http.md 9,'],
  ['(decision 0099)', 'decision 0099,'],
])('resolves nowhere: %s', (comment, problem) => {
  expect(problems(comment)).toEqual([expect.stringContaining(problem)])
  expect(problems(comment)[0]).toContain('a.ts:2 ')
})

const EXPLAINED = new Set(['OPP-29', 'F5', 'F20', 'C8'])
const ids = (text: string, path = 'a.ts') => idProblems({ path, text }, EXPLAINED)
const unexplained = (id: string, place = 'a.ts:1') => [`${place} names ${id}, which no document explains`]

test.each([
  ['a known area', '// OPP-29', []],
  ['a known area in code', "const id = 'OPP-99'", unexplained('OPP-99')],
  ['an unknown area in a comment', '/** Sorted (OPQ-29). */', unexplained('OPQ-29')],
  ['an unknown area in a string', "const level = 'VIP-1'", []],
  ['standards', '// SHA-256 of UTF-8', []],
  ['a date of delivery', '// BTC-USD-220624', []],
  ['a row', '// Back within 3 s (F5).', []],
  ['an unknown row', '/** Back within 3 s (F99). */', unexplained('F99')],
  ['an unknown row that is announced', '// For how long, see F99; reliability F5.', unexplained('F99')],
  ['an unknown row of a list', '// As wanted (OPP-29, reliability C8, F98) here', unexplained('F98')],
  ['an unknown row in square brackets', '// [C99] proves it', unexplained('C99')],
  [
    'an unknown row on the second line',
    '/**\n * Read while they\n * stream, and (F5 to F97). */',
    unexplained('F97', 'a.ts:3'),
  ],
  ['an unknown row in code', "call(F99, '[F99]')", []],
  ['a price, a hex digit and a letter of no row', '// (P0 − F0)/F0, 0xF1, F1 and (Q3)', []],
  ['an address', "const url = 'https://example.org/(F99)'", []],
])('ids: %s', (_name, text, wanted) => {
  expect(ids(text)).toEqual(wanted)
})

test('ids in a document: of any area, and of no row', () => {
  expect(ids('x\nOPQ-29 (F99)', 'docs/a.md')).toEqual(unexplained('OPQ-29', 'docs/a.md:2'))
})

test('every citation of this repository resolves, and every id is explained', () => {
  const outcome = checkCitations(root)
  expect(outcome).toMatchObject({ kind: 'passed' })
  expect(outcome.kind === 'passed' && outcome.looked).toBeGreaterThan(400)
})

test('a code file and a link of a document lead to a file or folder of the repository', () => {
  const files = ['apps/server/src/main.ts', 'docs/glossary.md', 'docs/exchanges/okx.md']
  const text = [
    '`main.ts`, `src/main.ts`, `bench/NAME.bench.ts`, [words](glossary.md#Market), [all](exchanges/), [x](https://x)',
    '`ain.ts` and [gone](../glossary.md)',
    '`app/gone.tsx`',
  ].join('\n')
  expect(pathProblems({ path: 'docs/page.md', text }, files)).toEqual([
    'docs/page.md:2 names ain.ts, which is not in the repository',
    'docs/page.md:2 links to ../glossary.md, which is not in the repository',
    'docs/page.md:3 names app/gone.tsx, which is not in the repository',
  ])
})
