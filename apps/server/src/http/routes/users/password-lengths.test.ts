import { LIMITS } from '@makas/contract'
import { expect, test } from 'vitest'
import { ADMIN_LEAST, WEAK_BELOW } from '../../../app/users/weak-password.ts'

test('the pages ask for passwords of the lengths that the server accepts', () => {
  expect([LIMITS.weakPassword, LIMITS.adminPassword]).toEqual([WEAK_BELOW, ADMIN_LEAST])
})
