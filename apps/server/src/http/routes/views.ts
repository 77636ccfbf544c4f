import type { Clock } from '../../app/ports/system/clock.ts'
import { VIEW_CALLS } from '../calls/view-calls.ts'
import type { App } from '../fastify-app.ts'
import { partsOf, type UserPartsProvider } from '../policies/callers.ts'
import { answerCall, callerIn } from './call.ts'

/** The saved views of the session's own user. */
export function viewRoutes(
  app: App,
  { users, clock }: { readonly users: UserPartsProvider; readonly clock: Clock },
): void {
  const store = () => partsOf(users).views
  answerCall(app, VIEW_CALLS.read, async (_body, request) => ({
    views: [...(await store().of(callerIn(request).userId))],
  }))
  answerCall(app, VIEW_CALLS.replace, async ({ views }, request) => {
    await store().replace(callerIn(request).userId, views, clock.now())
    return { views }
  })
}
