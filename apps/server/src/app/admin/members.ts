import type { AccountParts } from '../accounts/account-parts.ts'
import type { Member, MemberChange } from '../ports/members.ts'
import type { Page, Paged } from '../ports/pages.ts'
import { type AdminVisit, adminLine, difference } from './admin-line.ts'

type Parts = Pick<AccountParts, 'members' | 'bearers' | 'clock'>

/** A page of users; who was shown to whom is noted, but not what was searched for, which may be somebody's address. */
export function readMembers(
  { members, clock }: Parts,
  search: string,
  page: Page,
  by: AdminVisit,
): Promise<Paged<Member>> {
  const at = clock.now()
  const sought = search.trim()
  return members.page(sought, page, (seen) =>
    adminLine(at, 'users-read', by, null, { ...page, is_search: sought !== '', users: seen }),
  )
}

/** Plan, premium, and whether the account may be used at all; holds within 2 s everywhere (security.md 29). */
export async function changeMember(
  { members, bearers, clock }: Parts,
  id: string,
  change: MemberChange,
  by: AdminVisit,
): Promise<Member | null> {
  const at = clock.now()
  const changed = await members.change(id, change, at, (before, after) =>
    adminLine(at, 'user-changed', by, { kind: 'account', id }, difference(told(before), told(after))),
  )
  for (const session of changed?.sessions ?? []) bearers.forget(session)
  return changed?.member ?? null
}

const told = ({ isPremium, plan, isActive }: Member) => ({
  is_premium: isPremium,
  selectedPlan: plan,
  is_active: isActive,
})
