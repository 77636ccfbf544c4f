import { HEADERS, USER_EVENTS } from '@makas/contract'
import type { ScarceThings } from '../../../app/operation/scarce-things.ts'
import { FairQueue } from '../../../app/ports/system/fair-queue.ts'
import { setUpAdmin } from '../../../app/users/admins.ts'
import { deleteUser, exportUser, listEvents } from '../../../app/users/own-data.ts'
import { endOtherSessions, endOwnSession, listSessions } from '../../../app/users/sessions/own-sessions.ts'
import { userSharer } from '../../../app/users/sharers.ts'
import { ApiFailure } from '../../api-failure.ts'
import { USER_CALLS } from '../../calls/user-calls.ts'
import type { App } from '../../fastify-app.ts'
import { partsOf, type UserPartsProvider, visitOf } from '../../policies/callers.ts'
import type { RenewalCookie } from '../../policies/renewal-cookie.ts'
import { presentAuditLine, presentEvent, presentExport, presentSession } from '../../presenters/user.ts'
import { KEEPS_ACCOUNT } from '../../text.ts'
import { answerCall, callerIn } from '../call.ts'
import { idIn } from '../id-in.ts'
import { Page, pageIn } from '../page.ts'

/** Copies of users' data that are read at once. A copy holds up to 20,000 rows. */
const EXPORTS_AT_ONCE = 2
const MOST_WAITING = 32

type Parts = {
  readonly users: UserPartsProvider
  readonly cookie: RenewalCookie
  readonly scarce: ScarceThings
}

/** A user's own data, the first admin, and the audit log. */
export function userRoutes(app: App, { users, cookie, scarce }: Parts): void {
  const parts = () => partsOf(users)
  const exports = new FairQueue(EXPORTS_AT_ONCE, MOST_WAITING)
  scarce.add('copies of the own data', () => exports)
  answerCall(app, USER_CALLS.export, async (_body, request, reply) => {
    const caller = callerIn(request)
    const by = userSharer(caller.userId)
    const copy = await exports.run(by, () => exportUser(parts(), caller, visitOf(request)))
    reply.header('content-disposition', 'attachment; filename="makas-account.json"')
    return presentExport(copy)
  })
  answerCall(app, USER_CALLS.remove, async (body, request, reply) => {
    const kept = await deleteUser(parts(), callerIn(request), body, visitOf(request))
    if (kept !== null) throw new ApiFailure('conflict', { detail: KEEPS_ACCOUNT(kept.runningTrade) })
    cookie.clear(reply, 'user')
  })
  answerCall(app, USER_CALLS.sessions, async (_body, request) =>
    (await listSessions(parts(), callerIn(request))).map(presentSession),
  )
  answerCall(app, USER_CALLS.endSession, async (_body, request) => {
    const isThere = await endOwnSession(parts(), callerIn(request), idIn(request), visitOf(request))
    if (!isThere) throw new ApiFailure('not-found')
  })
  answerCall(app, USER_CALLS.endOtherSessions, (_body, request) =>
    endOtherSessions(parts(), callerIn(request), visitOf(request)),
  )
  answerCall(app, USER_CALLS.events, async (_body, request) =>
    (await listEvents(parts(), callerIn(request), USER_EVENTS)).flatMap((line) => presentEvent(line) ?? []),
  )
  answerCall(app, USER_CALLS.adminSetup, (body, request) => setUpAdmin(parts(), body, visitOf(request)))
  answerCall(
    app,
    USER_CALLS.adminAudit,
    async (_body, request, reply) => {
      const { limit, skip } = pageIn(request)
      const { rows, total } = await parts().audit.page(limit, skip)
      reply.header(HEADERS.totalCount, String(total))
      return rows.map(presentAuditLine)
    },
    Page,
  )
}
