import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkCitations, citationProblems, documentOf, idProblems } from './citations.ts'

const root = join(import.meta.dirname, '..')

const DOCUMENTS = [
  documentOf({ path: 'docs/formulas.md', text: '# F\n\n## 5. Freshness\n\n| id | what |\n|---|---|\n| G1 | spot |\n' }),
  documentOf({ path: 'docs/security.md', text: '# S\n\n1. argon2id\n2. pepper\n3. anew\n12. change\n' }),
  documentOf({ path: 'docs/http.md', text: '# H\n\n## Replay\n\n- **Findings**: lines\n\n| `CONFIG_FILE` | none |\n' }),
]

const problems = (comment: string) => citationProblems({ path: 'a.ts', text: `x\n/** ${comment} */\n` }, DOCUMENTS)

test.each([
  'How old a book may be (formulas.md § 5).',
  'G1 of docs/formulas.md stands in formulas.md G1.',
  'A pepper (security.md 2), and more (security.md 1-3; security.md 2, 12).',
  'What is printed (http.md, Findings), what begins it (http.md, Replay), with a setting (http.md, CONFIG_FILE).',
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
])('resolves nowhere: %s', (comment, problem) => {
  expect(problems(comment)).toEqual([expect.stringContaining(problem)])
  expect(problems(comment)[0]).toContain('a.ts:2 ')
})

test('an id of a known area that no document has is a problem, other words in capitals are not', () => {
  const text = 'x\n// OPP-29, OPP-99 and UTF-8'
  expect(idProblems({ path: 'a.ts', text }, new Set(['OPP-29']))).toEqual([
    'a.ts:2 names OPP-99, which no document explains',
  ])
})

test('every citation of this repository resolves, and every id is explained', () => {
  const outcome = checkCitations(root)
  expect(outcome).toMatchObject({ kind: 'passed' })
  expect(outcome.kind === 'passed' && outcome.looked).toBeGreaterThan(400)
})
