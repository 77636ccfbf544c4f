import { Category, EvidenceAnswer, TicketPriority } from '@makas/contract'
import { z } from 'zod'
import { forgetInTab, keepInTab, keptInTab } from '../storage/tab.ts'

const KEY = 'makas.ticketDraft'

/** A ticket that is half-written; the evidence as the site received it. */
const TicketDraft = z.object({
  /** Whose it is: nobody else finds it in the same tab. */
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

/** What somebody began to write; one of a visitor is taken over by whoever logs in, another user's is not. */
export function ticketDraft(of: string | null): TicketDraft {
  const text = keptInTab(KEY)
  const read = TicketDraft.safeParse(text === null ? null : jsonOf(text))
  if (!read.success || (read.data.of !== null && read.data.of !== of)) return { ...EMPTY_DRAFT, of }
  return { ...read.data, of }
}

export function keepTicketDraft(draft: TicketDraft): void {
  const { title, description, evidence } = draft
  if (title === '' && description === '' && evidence === null) forgetInTab(KEY)
  else keepInTab(KEY, JSON.stringify(draft))
}

/** The support page, which is opened next, attaches it; what was half-written stays. */
export function handEvidence(of: string | null, evidence: EvidenceAnswer): void {
  keepTicketDraft({ ...ticketDraft(of), evidence })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
