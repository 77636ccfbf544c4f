import { HEADERS } from '@makas/contract'
import { forgetDrafts } from './drafts.ts'
import { type Audience, authPathOf, sessionOf } from './session.ts'

/**
 * Ends a session: drops it here at once, offline too (STATE-05, STATE-37), and tells the server in the background. If
 * the server cannot be reached its session expires, because nothing here renews it any more.
 */
export async function signOut(audience: Audience): Promise<void> {
  const session = sessionOf(audience)
  const token = session.token()
  session.forget()
  if (audience === 'user') forgetDrafts()
  if (token === null) return
  const logout = fetch(`${authPathOf(audience)}/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, [HEADERS.renewal]: '1' },
    keepalive: true,
  })
  await logout.catch((cause: unknown) => {
    if (!(cause instanceof TypeError)) throw cause
  })
}
