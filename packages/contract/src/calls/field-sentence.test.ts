import { expect, test } from 'vitest'
import { z } from 'zod'
import { AdminSetupBody, FIELD_SENTENCES, fieldSentence, SIGN_UP } from '../index.ts'

const sentenceOf = (schema: z.ZodType, value: unknown) => {
  const issue = schema.safeParse(value).error?.issues[0]
  return issue === undefined ? null : fieldSentence(issue)
}
const { missing, wrong, tooShort, tooLong, oneOf } = FIELD_SENTENCES

test.each([
  ['absent', z.string(), undefined, missing],
  ['of another type', z.string(), 7, wrong],
  ['too short', z.string().min(3), 'ab', tooShort],
  ['empty', z.string().min(1), '', missing],
  ['too long', z.string().max(3), 'abcd', tooLong],
  ['a number out of its range', z.number().max(3), 4, wrong],
  ['none of a list', z.enum(['a', 'b']), 'c', oneOf(['a', 'b'])],
  ['with a message that is no sentence of ours', z.string().refine(() => false, 'must not leak'), 'a', wrong],
  ['with a sentence of a form', z.string().refine(() => false, SIGN_UP.email), 'a', SIGN_UP.email],
])('a field that is %s has a sentence of its own', (_what, schema, value, sentence) => {
  expect(sentenceOf(schema, value)).toBe(sentence)
})

const SET_UP = {
  token: 't'.repeat(43),
  email: 'yonetim@example.org',
  password: 'on dört harflı.',
  firstName: 'Deniz',
  lastName: 'Kaya',
}

test('[SEC-11] the password of a first admin has 15 characters or more, counted as a person counts', () => {
  expect(sentenceOf(AdminSetupBody, SET_UP)).toBeNull()
  expect(sentenceOf(AdminSetupBody, { ...SET_UP, password: 'on dört harflı' })).toBe(SIGN_UP.adminPasswordShort)
  expect(sentenceOf(AdminSetupBody, { ...SET_UP, password: '🔑'.repeat(14) })).toBe(SIGN_UP.adminPasswordShort)
  expect(sentenceOf(AdminSetupBody, { ...SET_UP, password: '🔑'.repeat(15) })).toBeNull()
})
