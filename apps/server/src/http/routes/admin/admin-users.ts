import { HEADERS, UserKind, UserSearch, UserSort } from '@makas/contract'
import { z } from 'zod'
import { changeMember, readMember, readMembers, readTrail } from '../../../app/admin/members.ts'
import type { MemberSearch } from '../../../app/ports/accounts/members.ts'
import type { FairQueue } from '../../../app/ports/system/fair-queue.ts'
import { ApiFailure } from '../../api-failure.ts'
import { ADMIN_CALLS } from '../../calls/admin-calls.ts'
import type { App } from '../../fastify-app.ts'
import { type AccountPartsProvider, partsOf } from '../../policies/callers.ts'
import { presentDetail, presentMember, presentTrailLine } from '../../presenters/admin.ts'
import { CHANGED_MEANWHILE } from '../../text.ts'
import { answerCall } from '../call.ts'
import { idIn } from '../id-in.ts'
import { Page } from '../page.ts'
import { byAdmin, byProvenAdmin, given, orNotFound, searcherIn } from './admin.ts'

const UserQuery = Page.extend({
  q: UserSearch.default(''),
  sort: UserSort.default('-created_at'),
  kind: UserKind.default('all'),
})

/** `looks=0` leaves out what admins only looked at. */
const TrailQuery = Page.extend({ looks: z.enum(['0', '1']).default('1') })

const ORDERS = {
  created_at: { by: 'created_at', isDown: false },
  '-created_at': { by: 'created_at', isDown: true },
  name: { by: 'name', isDown: false },
  '-name': { by: 'name', isDown: true },
  email: { by: 'email', isDown: false },
  '-email': { by: 'email', isDown: true },
} as const satisfies Readonly<Record<UserSort, Pick<MemberSearch, 'by' | 'isDown'>>>

/** Users, as admins manage them. */
export function adminUserRoutes(app: App, accounts: AccountPartsProvider, searches: FairQueue): void {
  const parts = () => partsOf(accounts)

  answerCall(
    app,
    ADMIN_CALLS.users,
    async (_body, request, reply) => {
      const { q, sort, kind, ...page } = request.query as z.output<typeof UserQuery>
      const read = () => readMembers(parts(), { text: q, kind, ...ORDERS[sort] }, page, byAdmin(request))
      const { rows, total } = await (q === '' ? read() : searches.run(searcherIn(request), read))
      reply.header(HEADERS.totalCount, String(total))
      return rows.map(presentMember)
    },
    UserQuery,
  )
  answerCall(app, ADMIN_CALLS.user, async (_body, request) =>
    presentDetail(orNotFound(await readMember(parts(), idIn(request), byAdmin(request)))),
  )
  answerCall(
    app,
    ADMIN_CALLS.userAudit,
    async (_body, request, reply) => {
      const { looks, ...page } = request.query as z.output<typeof TrailQuery>
      const asked = { ...page, hasLooks: looks === '1' }
      const { rows, total } = orNotFound(await readTrail(parts(), idIn(request), asked, byAdmin(request)))
      reply.header(HEADERS.totalCount, String(total))
      return rows.map(presentTrailLine)
    },
    TrailQuery,
  )
  answerCall(app, ADMIN_CALLS.changeUser, async ({ is_premium, selectedPlan, is_active, expected }, request) => {
    const change = given({ isPremium: is_premium, plan: selectedPlan, isActive: is_active })
    const before =
      expected === undefined
        ? null
        : { isPremium: expected.is_premium, plan: expected.selectedPlan, isActive: expected.is_active }
    const by = byProvenAdmin(parts(), request)
    const { kind, member } = orNotFound(await changeMember(parts(), idIn(request), change, before, by))
    if (kind === 'other')
      throw new ApiFailure('conflict', { detail: CHANGED_MEANWHILE.user, current: presentMember(member) })
    return presentMember(member)
  })
}
