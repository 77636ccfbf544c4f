import { Link } from '@tanstack/react-router'
import { LifeBuoy } from 'lucide-react'
import { useUser } from '../../shared/session/session.ts'
import { keepTicketDraft, ticketDraft } from '../../shared/support/draft.ts'
import { BUTTON } from '../../shared/ui/button.tsx'
import { helpText as words } from '../../text/support/help.ts'

/** Link to support; passes the search text on. */
export function SupportCard({ typed = '' }: { readonly typed?: string }) {
  const carried = typed.trim()
  return (
    <section aria-label={words.support.title} className="rounded-panel border border-line bg-panel p-4">
      <h2 className="text-14 font-semibold">{words.support.title}</h2>
      <p className="mt-1 mb-3 text-13 text-text-2">{carried === '' ? words.support.text : words.support.carried}</p>
      <SupportLink typed={carried} />
    </section>
  )
}

/** Link to the ticket form, which starts with the search text unless a draft exists. */
export function SupportLink({ typed = '' }: { readonly typed?: string }) {
  const user = useUser()
  const carry = () => {
    const draft = ticketDraft(user?.id ?? null)
    if (typed !== '' && draft.title === '') keepTicketDraft({ ...draft, title: typed })
  }
  return (
    <Link to="/support" onClick={carry} className={`${BUTTON} w-full`}>
      <LifeBuoy size={16} aria-hidden />
      {words.support.button}
    </Link>
  )
}
