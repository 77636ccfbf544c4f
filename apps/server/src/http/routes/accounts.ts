import { z } from 'zod'
import { setUpAdmin } from '../../app/accounts/admins.ts'
import { deleteAccount, exportAccount } from '../../app/accounts/own-data.ts'
import { ACCOUNT_CALLS } from '../account-calls.ts'
import type { App } from '../fastify-app.ts'
import { type AccountSide, partsOf, visitOf } from '../policies/callers.ts'
import type { RenewalCookie } from '../policies/renewal-cookie.ts'
import { presentAuditLine, presentExport } from '../presenters/account.ts'
import { answerCall, callerIn } from './call.ts'

const whole = (least: number, most: number, usual: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most))
    .default(usual)
/** security.md 65. */
const Page = z.object({ limit: whole(1, 100, 20), skip: whole(0, 1_000_000, 0) })

/** One's own data, the first admin, and the audit log. */
export function accountRoutes(app: App, accounts: AccountSide, cookie: RenewalCookie): void {
  const parts = () => partsOf(accounts)
  answerCall(app, ACCOUNT_CALLS.export, async (_body, request, reply) => {
    const copy = await exportAccount(parts(), callerIn(request), visitOf(request))
    reply.header('content-disposition', 'attachment; filename="makas-account.json"')
    return presentExport(copy)
  })
  answerCall(app, ACCOUNT_CALLS.remove, async (body, request, reply) => {
    await deleteAccount(parts(), callerIn(request), body, visitOf(request))
    cookie.clear(reply, 'user')
  })
  answerCall(app, ACCOUNT_CALLS.adminSetup, (body, request) => setUpAdmin(parts(), body, visitOf(request)))
  answerCall(
    app,
    ACCOUNT_CALLS.adminAudit,
    async (_body, request, reply) => {
      const { limit, skip } = request.query as z.output<typeof Page>
      const { rows, total } = await parts().audit.page(limit, skip)
      reply.header('x-total-count', String(total))
      return rows.map(presentAuditLine)
    },
    Page,
  )
}
