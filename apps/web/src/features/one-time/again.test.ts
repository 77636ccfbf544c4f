import { FIELD_SENTENCES, SIGN_UP } from '@makas/contract'
import { expect, test } from 'vitest'
import { withAgain } from './again.ts'

const SHORT = { password: SIGN_UP.passwordShort }

test.each([
  ['the same', {}, 'bir parola', 'bir parola', {}],
  ['not typed', {}, 'bir parola', '', { again: FIELD_SENTENCES.missing }],
  ['another', {}, 'bir parola', 'bir parolA', { again: SIGN_UP.passwordsDiffer }],
  ['the same with a space after it', {}, 'bir parola', 'bir parola ', { again: SIGN_UP.passwordsDiffer }],
  ['another beside one that is wrong itself', SHORT, 'bir', 'iki', SHORT],
])('[VALID-02] a second password that is %s', (_what, problems, password, again, told) => {
  expect(withAgain(problems, password, again)).toEqual(told)
})
