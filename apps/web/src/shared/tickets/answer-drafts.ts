import { TICKET_STATUSES } from '@makas/contract'
import { z } from 'zod'
import { adminSession } from '../session/session.ts'
import { jsonIn, keysInTab, removeFromTab, storedInTab, storeInTab } from '../storage/tab.ts'

const PREFIX = 'makas.answer.'

/** The draft of an admin's answer. */
const AnswerDraft = z.object({
  response: z.string(),
  note: z.string(),
  /** The chosen status, unsaved. */
  status: z.enum(TICKET_STATUSES).nullable(),
  /** The ticket version that is answered; a later change is reported when the answer is sent. */
  base: z.string(),
})
export type AnswerDraft = z.infer<typeof AnswerDraft>

/** Drafts are kept only in the tab, because they may quote a person. Each admin finds only their own drafts. */
const keyOf = (ticketId: string): string | null => {
  const admin = adminSession.user()
  return admin === null ? null : `${PREFIX}${admin.id}.${ticketId}`
}

export function answerDraft(ticketId: string): AnswerDraft | null {
  const key = keyOf(ticketId)
  const text = key === null ? null : storedInTab(key)
  if (text === null) return null
  const read = AnswerDraft.safeParse(jsonIn(text))
  return read.success ? read.data : null
}

export function keepAnswerDraft(ticketId: string, draft: AnswerDraft): void {
  const key = keyOf(ticketId)
  if (key === null) return
  if (draft.response === '' && draft.note === '' && draft.status === null) removeFromTab(key)
  else storeInTab(key, JSON.stringify(draft))
}

export function forgetAnswerDraft(ticketId: string): void {
  const key = keyOf(ticketId)
  if (key !== null) removeFromTab(key)
}

/** Drops the drafts of all admins but `but`; of all admins if `but` is null (a logout). */
export function forgetAnswerDrafts({ but }: { readonly but: string | null }): void {
  for (const key of keysInTab())
    if (key.startsWith(PREFIX) && (but === null || !key.startsWith(`${PREFIX}${but}.`))) removeFromTab(key)
}
