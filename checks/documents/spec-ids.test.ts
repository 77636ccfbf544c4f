import { expect, test } from 'vitest'
import { knownIds, proofsOf, tierProblems, titleProblems, titlesIn } from './spec-ids.ts'

const known = new Set(['OPP-29', 'OPP-30', 'OPP-31', 'F7', 'G1b'])
const problems = (text: string) => titleProblems({ path: 'a.test.ts', text }, known)

test('the documents name the points of the specification, the fault matrix and the golden numbers', () => {
  const ids = knownIds()
  for (const id of ['OPP-29', 'CONST-17', 'F1', 'F24', 'D1', 'L3', 'G1', 'G1b', 'G1c']) expect(ids).toContain(id)
  expect(ids.size).toBeGreaterThan(380)
})

test.each([
  ['plain', "test('[OPP-29] sorted', () => {})", []],
  ['three', "test('[OPP-29, OPP-30] [G1b] sorted', () => {})", []],
  ['no id', "test('sorted [1, 2]', () => {})", []],
  ['unknown', "test('[OPP-999] sorted', () => {})", ['a.test.ts:1 names OPP-999, which is no id of ours']],
  ['unknown in each', "test.each([[1]])('[F99] %s', () => {})", ['a.test.ts:1 names F99, which is no id of ours']],
  ['unknown in a group', 'describe.skip(`[F99] ${1}`, () => {})', ['a.test.ts:1 names F99, which is no id of ours']],
  ['four', "it('[OPP-29] [OPP-30] [OPP-31] [F7]', () => {})", ['a.test.ts:1 names 4 ids, at most 3']],
])('%s', (_name, text, wanted) => {
  expect(problems(text)).toEqual(wanted)
})

test('finds the titles of tests and nothing else', () => {
  const text = "describe('a', () => { test('b', () => {}); run('c'); 'x'.match('d') })\ntest.for([1])('e', () => {})"
  expect(titlesIn({ path: 'a.test.ts', text }).map((title) => title.text)).toEqual(["'a'", "'b'", "'e'"])
})

const FULL = 'apps/server/src/reliability/server/crashes.test.ts'
const LONG = 'apps/server/src/reliability/load/soak.test.ts'

test.each([
  ['a pure test', 'a.test.ts', "test('a', () => {})", ['quick']],
  ['a file of the full tier', FULL, "test('a', () => {})", ['full']],
  ['a load test', LONG, "test('a', () => {})", ['long']],
  ['a tagged journey', 'e2e/a.spec.ts', "test('a', { tag: '@full' }, () => {})", ['full']],
  ['one of several tags', 'e2e/a.spec.ts', "test('a', { tag: ['@slow', '@full'] }, () => {})", ['full']],
  ['another tag', 'e2e/a.spec.ts', "test('a', { tag: '@slow' }, () => {})", ['quick']],
  ['a tag for some cases', 'e2e/a.spec.ts', "test('a', { tag: wide ? [] : '@full' }, () => {})", ['quick']],
  ['a full run only', 'a.test.ts', "test.runIf(isFullRun)('a', () => {})", ['full']],
  ['a long run only', 'a.test.ts', "test.skipIf(!isLongRun).each([1])('a', () => {})", ['long']],
  ['a long test of a full file', FULL, "test.runIf(isLongRun)('a', () => {})", ['long']],
  ['a tagged group', 'e2e/a.spec.ts', "test.describe('a', { tag: '@full' }, () => { test('b') })", ['full', 'full']],
  [
    'a mixed group',
    'e2e/a.spec.ts',
    "describe('a', () => { test('b', { tag: '@full' }); test('c') })",
    ['quick', 'full', 'quick'],
  ],
  [
    'a group of tagged tests',
    'e2e/a.spec.ts',
    "describe('a', () => { test('b', { tag: '@full' }) })",
    ['full', 'full'],
  ],
])('the tier of %s', (_name, path, text, tiers) => {
  expect(titlesIn({ path, text }).map(({ tier }) => tier)).toEqual(tiers)
})

test('an id needs a proof in the quick tier, or a reason', () => {
  const proofs = proofsOf([
    { path: FULL, text: "test('[F1] [F7] a', () => {})\ntest('[F8] b', () => {})\ntest('[OPP-29] c', () => {})" },
    { path: 'a.test.ts', text: "test('[F7] [F9] a', () => {})" },
  ])
  const laterOnly = new Map(['F8', 'F9', 'F10'].map((id) => [id, 'several servers']))
  expect(tierProblems(proofs, laterOnly)).toEqual([
    `F1 (${FULL}:1) is proven in later tiers only: npm test must prove it too`,
    `OPP-29 (${FULL}:3) is proven in later tiers only: npm test must prove it too`,
    'F9 is proven in npm test: take it from LATER_ONLY',
    'F10 of LATER_ONLY is named by no test',
  ])
})
