import { Category, EvidenceAnswer, type Ticket, TicketPriority } from '@makas/contract'
import { z } from 'zod'
import { draftKey } from '../session/drafts.ts'
import { forgetInTab, jsonIn, keepInTab, keptInTab } from '../storage/tab.ts'

const keyOf = (of: string | null) => draftKey(of, 'ticket')

/** A ticket that is half-written; the evidence as the site received it. */
const TicketDraft = z.object({
  /** Whose it is, null for a visitor's: nobody else finds it in the same tab. */
  of: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  category: Category,
  priority: TicketPriority,
  evidence: EvidenceAnswer.nullable(),
})
export type TicketDraft = z.infer<typeof TicketDraft>

/** As the form starts (ENT-19). */
export const EMPTY_DRAFT = {
  title: '',
  description: '',
  category: 'genel',
  priority: 'medium',
  evidence: null,
} as const satisfies Omit<TicketDraft, 'of'>

function stored(of: string | null): TicketDraft | null {
  const text = keptInTab(keyOf(of))
  const read = TicketDraft.safeParse(text === null ? null : jsonIn(text))
  return read.success ? read.data : null
}

/** What somebody began to write; what they began as a visitor, before they logged in, is joined to it. */
export function ticketDraft(of: string | null): TicketDraft {
  const [own, before] = [stored(of), of === null ? null : stored(null)]
  if (own === null) return { ...EMPTY_DRAFT, ...before, of }
  const title = own.title === '' ? (before?.title ?? '') : own.title
  return { ...own, title, evidence: before?.evidence ?? own.evidence }
}

export function keepTicketDraft(draft: TicketDraft): void {
  const { of, title, description, evidence } = draft
  if (of !== null) forgetInTab(keyOf(null))
  if (title === '' && description === '' && evidence === null) forgetInTab(keyOf(of))
  else keepInTab(keyOf(of), JSON.stringify(draft))
}

/** The support page, which is opened next, attaches it; what was half-written stays. */
export function handEvidence(of: string | null, evidence: EvidenceAnswer): void {
  keepTicketDraft({ ...ticketDraft(of), evidence })
}

/** A reply that its ticket does not take any more becomes part of a new one; what stands in the draft stays. */
export function withReply(draft: TicketDraft, { title }: Pick<Ticket, 'title'>, reply: string): TicketDraft {
  return {
    ...draft,
    title: draft.title.trim() === '' ? title : draft.title,
    description: draft.description.trim() === '' ? reply : `${draft.description}\n\n${reply}`,
  }
}
