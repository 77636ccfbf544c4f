import { HEADERS, UserKind, UserSearch, UserSort } from '@makas/contract'
import { z } from 'zod'
import { changeUser, readTrail, readUser, readUsers } from '../../../app/admin/user-records.ts'
import type { FairQueue } from '../../../app/ports/system/fair-queue.ts'
import type { UserRecordQuery } from '../../../app/ports/users/user-records.ts'
import { ApiFailure } from '../../api-failure.ts'
import { ADMIN_CALLS } from '../../calls/admin-calls.ts'
import type { App } from '../../fastify-app.ts'
import { partsOf, type UserPartsProvider } from '../../policies/callers.ts'
import { presentDetail, presentTrailLine, presentUserRecord } from '../../presenters/admin.ts'
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
} as const satisfies Readonly<Record<UserSort, Pick<UserRecordQuery, 'by' | 'isDown'>>>

/** Users, as admins manage them. */
export function adminUserRoutes(app: App, users: UserPartsProvider, searches: FairQueue): void {
  const parts = () => partsOf(users)

  answerCall(
    app,
    ADMIN_CALLS.users,
    async (_body, request, reply) => {
      const { q, sort, kind, ...page } = request.query as z.output<typeof UserQuery>
      const read = () => readUsers(parts(), { text: q, kind, ...ORDERS[sort] }, page, byAdmin(request))
      const { rows, total } = await (q === '' ? read() : searches.run(searcherIn(request), read))
      reply.header(HEADERS.totalCount, String(total))
      return rows.map(presentUserRecord)
    },
    UserQuery,
  )
  answerCall(app, ADMIN_CALLS.user, async (_body, request) =>
    presentDetail(orNotFound(await readUser(parts(), idIn(request), byAdmin(request)))),
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
    const { kind, user } = orNotFound(await changeUser(parts(), idIn(request), change, before, by))
    if (kind === 'other')
      throw new ApiFailure('conflict', { detail: CHANGED_MEANWHILE.user, current: presentUserRecord(user) })
    return presentUserRecord(user)
  })
}
