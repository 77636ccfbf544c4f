import { AdminSetupBody, FIELD_SENTENCES, SIGN_UP } from '@makas/contract'
import { expect, test } from 'vitest'
import { problemsIn } from './problems.ts'

const RIGHT = { token: 't', email: 'a@b.co', password: 'x'.repeat(15), firstName: 'Deniz', lastName: 'Kaya' }

test('a form that is right has no problem', () => {
  expect(problemsIn(AdminSetupBody, RIGHT)).toEqual({})
})

test('[VALID-04] [VALID-05] [VALID-07] each empty field has its own sentence', () => {
  const empty = { token: 't', email: '', password: '', firstName: ' ', lastName: '' }
  expect(problemsIn(AdminSetupBody, empty)).toEqual({
    email: SIGN_UP.email,
    password: SIGN_UP.adminPasswordShort,
    firstName: SIGN_UP.firstName,
    lastName: SIGN_UP.lastName,
  })
})

test('a field without its own sentence names the kind of mistake, once', () => {
  expect(problemsIn(AdminSetupBody, { ...RIGHT, firstName: 'a'.repeat(500), password: 'x'.repeat(600) })).toEqual({
    firstName: FIELD_SENTENCES.tooLong,
    password: FIELD_SENTENCES.tooLong,
  })
})
