import { expect, test } from 'vitest'
import { rowRoleOf } from './row-role.ts'

const WITH_KEY = { apiKeys: [{}] }
const WITHOUT = { apiKeys: [] }

test.each([
  ['a visitor', null, undefined, false, 'simulate'],
  ['a visitor after a logout', null, [{}], false, 'simulate'],
  ['anybody with a cached row', WITH_KEY, [{}], true, 'simulate'],
  ['a user whose connections are not read yet', WITH_KEY, undefined, false, 'trade'],
  ['a user without any, before they are read', WITHOUT, undefined, false, 'connect'],
  ['a user whose last connection was removed elsewhere', WITH_KEY, [], false, 'connect'],
  ['a user who has connected elsewhere', WITHOUT, [{}], false, 'trade'],
] as const)('[ROLE-10] what a row offers %s', (_who, user, read, isCached, role) => {
  expect(rowRoleOf(user, read, isCached)).toBe(role)
})
