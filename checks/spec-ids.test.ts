import { expect, test } from 'vitest'
import { knownIds, titleProblems, titlesIn } from './spec-ids.ts'

const known = new Set(['OPP-29', 'OPP-30', 'OPP-31', 'F7', 'G1b'])
const problems = (text: string) => titleProblems({ path: 'a.test.ts', text }, known)

test('the list holds the points of the specification, the fault matrix and the golden numbers', () => {
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
