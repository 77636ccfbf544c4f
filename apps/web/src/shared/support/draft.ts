import { Category, EvidenceAnswer, type Ticket, TicketPriority } from '@makas/contract'
import { z } from 'zod'
import { draftKey } from '../session/drafts.ts'
import { jsonIn, removeFromTab, storedInTab, storeInTab } from '../storage/tab.ts'

const keyOf = (of: string | null) => draftKey(of, 'ticket')

/** The draft of a ticket, with its evidence as the site received it. */
const TicketDraft = z.object({
  /** Id of the user who writes the draft, null for a visitor; nobody else finds the draft in this tab. */
  of: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  category: Category,
  priority: TicketPriority,
  evidence: EvidenceAnswer.nullable(),
})
export type TicketDraft = z.infer<typeof TicketDraft>

/** The empty form (ENT-19). */
export const EMPTY_DRAFT = {
  title: '',
  description: '',
  category: 'genel',
  priority: 'medium',
  evidence: null,
} as const satisfies Omit<TicketDraft, 'of'>

function stored(of: string | null): TicketDraft | null {
  const text = storedInTab(keyOf(of))
  const read = TicketDraft.safeParse(text === null ? null : jsonIn(text))
  return read.success ? read.data : null
}

/** The draft of a user, joined with the draft that the user began as a visitor before the login. */
export function ticketDraft(of: string | null): TicketDraft {
  const [own, before] = [stored(of), of === null ? null : stored(null)]
  if (own === null) return { ...EMPTY_DRAFT, ...before, of }
  const title = own.title === '' ? (before?.title ?? '') : own.title
  return { ...own, title, evidence: before?.evidence ?? own.evidence }
}

export function keepTicketDraft(draft: TicketDraft): void {
  const { of, title, description, evidence } = draft
  if (of !== null) removeFromTab(keyOf(null))
  if (title === '' && description === '' && evidence === null) removeFromTab(keyOf(of))
  else storeInTab(keyOf(of), JSON.stringify(draft))
}

/** Attaches evidence to the draft that the support page opens with; the draft's text stays. */
export function handEvidence(of: string | null, evidence: EvidenceAnswer): void {
  keepTicketDraft({ ...ticketDraft(of), evidence })
}

/** Adds a reply that its ticket no longer takes to the draft of a new ticket; the draft's text stays. */
export function withReply(draft: TicketDraft, { title }: Pick<Ticket, 'title'>, reply: string): TicketDraft {
  return {
    ...draft,
    title: draft.title.trim() === '' ? title : draft.title,
    description: draft.description.trim() === '' ? reply : `${draft.description}\n\n${reply}`,
  }
}
