import { expect, test } from 'vitest'
import { ROUTES } from '../../apps/server/src/http/calls/route-table.ts'
import { adminUsersText } from '../../apps/web/src/text/admin/admin-users.ts'

/** Actions that no user's trail shows: a deleted account has none, and admins are not in the list of users. */
const NOT_OF_USERS = ['account-deleted', 'admin-created']
/** Actions that `npm run admin` and `npm run restore` log, not a call. */
const OF_COMMANDS = ['password-reset-begun', 'password-voided']

test('each action that the audit log can say of a user has a sentence in the panel, and no other action has a sentence', () => {
  const ofCalls = ROUTES.flatMap(({ access, audit }) =>
    access === 'admin' ? audit.filter((action) => action.startsWith('user-')) : audit,
  )
  expect(ofCalls.length).toBeGreaterThan(20)
  const actions = new Set([...ofCalls, ...OF_COMMANDS].filter((action) => !NOT_OF_USERS.includes(action)))
  expect(Object.keys(adminUsersText.trail.actions).sort()).toEqual([...actions].sort())
})
