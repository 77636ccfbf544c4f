import type { Ticket } from '@makas/contract'
import { Link } from '@tanstack/react-router'
import { BookOpen, House, Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { openAuth } from '../../shared/session/auth-dialog-store.ts'
import { type StoredUser, useUser } from '../../shared/session/session.ts'
import { keepTicketDraft, type TicketDraft, ticketDraft, withReply } from '../../shared/support/draft.ts'
import { BUTTON, Button, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { Modal } from '../../shared/ui/layers/dialog.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { useMedia } from '../../shared/ui/use-media.ts'
import { useTitle } from '../../shared/ui/use-title.ts'
import { supportText as words } from '../../text/support/support.ts'
import { TicketForm } from './ticket-form.tsx'
import { TicketList } from './ticket-list.tsx'

/**
 * `/support`: a new ticket and the user's own tickets (SUP). On a phone the list comes first and the form is a dialog
 * that fills the screen.
 */
export function SupportPage() {
  useTitle(words.title)
  const user = useUser()
  // Another `key` makes a new form after a change of user: nobody may see the draft of another user.
  return <Support key={user?.id ?? ''} user={user} />
}

function Support({ user }: { readonly user: StoredUser | null }) {
  const userId = user?.id ?? null
  const [draft, setDraft] = useState<TicketDraft>(() => ticketDraft(userId))
  // The draft survives a reload, and the end of a phone's dialog.
  useEffect(() => {
    if (userId !== null) keepTicketDraft(draft)
  }, [draft, userId])
  const [sent, setSent] = useState<string | null>(null)
  const [isWriting, setWriting] = useState(false)
  const isWide = useMedia('(width >= 1024px)')
  const place = useRef<HTMLDivElement>(null)
  const openAsNew = (ticket: Ticket, reply: string) => {
    setDraft(withReply(draft, ticket, reply))
    if (isWide) place.current?.querySelector('textarea')?.focus()
    else setWriting(true)
  }
  const form = {
    userId,
    draft,
    setDraft,
    onSent: (title: string) => {
      setSent(title)
      setWriting(false)
    },
  }
  return (
    <div className="mx-auto flex w-full max-w-360 flex-col gap-4 px-4 py-4 sm:px-5">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-20 font-semibold">{words.title}</h1>
        {user === null ? (
          <Button onClick={() => openAuth({ mode: 'login' })}>{words.logIn}</Button>
        ) : (
          <p className="min-w-0 text-13 wrap-anywhere text-text-2">
            {user.firstName} {user.lastName}
          </p>
        )}
        <div className="flex gap-2 sm:ml-auto">
          <Link to="/" className={BUTTON}>
            <House size={16} aria-hidden />
            {words.home}
          </Link>
          <Link to="/help" className={BUTTON}>
            <BookOpen size={16} aria-hidden />
            {words.help}
          </Link>
        </div>
      </header>
      {user === null && (
        <Notice
          tone="warn"
          action={
            <Link to="/" className="shrink-0 font-medium whitespace-nowrap text-text-1 underline">
              {words.loggedOutHome}
            </Link>
          }
        >
          {words.loggedOut}
        </Notice>
      )}
      <div role="status">
        {sent !== null && (
          <Notice
            tone="good"
            action={
              <button
                type="button"
                aria-label={words.dismiss}
                onClick={() => setSent(null)}
                className="-my-1 grid size-7 shrink-0 place-items-center rounded-control text-text-2 hover:bg-raised hover:text-text-1 pointer-coarse:-my-2.5 pointer-coarse:size-11"
              >
                <X size={16} aria-hidden />
              </button>
            }
          >
            <strong className="font-semibold">{words.sent}</strong>{' '}
            <span className="wrap-anywhere">{words.sentMore(sent)}</span>
          </Notice>
        )}
      </div>
      {!isWide && (
        <button type="button" onClick={() => setWriting(true)} className={`${PRIMARY_BUTTON} w-full`}>
          <Plus size={16} aria-hidden />
          {words.form.open}
        </button>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[408px_minmax(0,1fr)]">
        {isWide && (
          <div ref={place} className="sticky top-4">
            <TicketForm {...form} isAlone={false} />
          </div>
        )}
        <TicketList isLoggedIn={user !== null} openAsNew={openAsNew} />
      </div>
      {!isWide && isWriting && (
        <Modal title={words.form.title} onClose={() => setWriting(false)} testId="ticket-dialog">
          <TicketForm {...form} isAlone />
        </Modal>
      )}
    </div>
  )
}
