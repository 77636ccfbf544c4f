import type { Page, PageOf } from '../ports/pages.ts'
import type {
  TrailLine,
  UserChange,
  UserRecord,
  UserRecordDetail,
  UserRecordQuery,
  UserRights,
} from '../ports/users/user-records.ts'
import type { UserParts } from '../users/user-parts.ts'
import { type AdminVisit, adminLine, difference } from './admin-line.ts'

type Parts = Pick<UserParts, 'userRecords' | 'bearers' | 'clock'>

const subject = (id: string) => ({ kind: 'account', id })

/**
 * A page of users. The audit log notes which users an admin was shown, but not the search text: it may be an address.
 */
export function readUsers(
  { userRecords, clock }: Parts,
  search: UserRecordQuery,
  page: Page,
  by: AdminVisit,
): Promise<PageOf<UserRecord>> {
  const at = clock.now()
  const text = search.text.trim()
  return userRecords.page({ ...search, text }, page, (seen) =>
    adminLine(at, 'users-read', by, null, { ...page, is_search: text !== '', users: seen }),
  )
}

/** One user with the connections to exchanges; null where no user has the id. */
export const readUser = ({ userRecords, clock }: Parts, id: string, by: AdminVisit): Promise<UserRecordDetail | null> =>
  userRecords.detail(id, adminLine(clock.now(), 'user-read', by, subject(id), {}))

/** Lines of the audit log about one user; null where no user has the id. */
export const readTrail = (
  { userRecords, clock }: Parts,
  id: string,
  { hasLooks, ...page }: Page & { readonly hasLooks: boolean },
  by: AdminVisit,
): Promise<PageOf<TrailLine> | null> =>
  userRecords.trail(id, page, hasLooks, adminLine(clock.now(), 'user-trail-read', by, subject(id), { ...page }))

/** `other`: the user was not as expected, and is returned as it is. */
type UserChangeOutcome = { readonly kind: 'changed' | 'other'; readonly user: UserRecord }

/**
 * Changes plan, premium and whether the user is active; takes effect on all nodes within 2 s (security.md 29).
 * Changes nothing where the user is no longer as `expected`.
 */
export async function changeUser(
  { userRecords, bearers, clock }: Parts,
  id: string,
  change: UserChange,
  expected: UserRights | null,
  by: AdminVisit,
): Promise<UserChangeOutcome | null> {
  const at = clock.now()
  const changed = await userRecords.change(id, change, expected, at, {
    changed: (before, after) =>
      adminLine(at, 'user-changed', by, subject(id), difference(auditDetail(before), auditDetail(after))),
    seen: adminLine(at, 'user-read', by, subject(id), {}),
  })
  if (changed?.kind === 'changed') for (const session of changed.sessions) bearers.forget(session)
  return changed
}

const auditDetail = ({ isPremium, plan, isActive }: UserRecord) => ({
  is_premium: isPremium,
  selectedPlan: plan,
  is_active: isActive,
})
