import { useEffect, useState } from 'react'
import { draftKey } from '../../shared/session/drafts.ts'
import { userSession } from '../../shared/session/session.ts'
import { removeFromTab, storedInTab, storeInTab } from '../../shared/storage/tab.ts'

/**
 * The draft of a reply. It lives until the tab closes or its writer logs out, whether the thread is open, folded or
 * closed.
 */
export function useReplyDraft(ticketId: string) {
  const [key] = useState(() => draftKey(userSession.user()?.id ?? null, `reply.${ticketId}`))
  const [text, setText] = useState(() => storedInTab(key) ?? '')
  useEffect(() => {
    if (text === '') removeFromTab(key)
    else storeInTab(key, text)
  }, [key, text])
  return [text, setText] as const
}
