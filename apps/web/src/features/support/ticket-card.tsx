import type { Ticket } from '@makas/contract'
import { ChevronDown, ChevronUp, Hourglass, Lock } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiFailure } from '../../shared/api/failure.ts'
import { whole } from '../../shared/format/numbers.ts'
import { dayAndMinute } from '../../shared/format/times.ts'
import { EvidenceChip } from '../../shared/tickets/evidence-chip.tsx'
import { Thread } from '../../shared/tickets/thread.tsx'
import { PriorityMark, StatusBadge } from '../../shared/tickets/ticket-marks.tsx'
import { supportText } from '../../text/support/support.ts'
import { ticketWords } from '../../text/support/tickets.ts'
import { markSeen, readOwnTicket } from './own-tickets.ts'
import { ReplyBox } from './reply-box.tsx'
import { useReplyDraft } from './reply-draft.ts'

const words = supportText.ticket
/** How long a thread must be on the screen to count as seen, ms. */
const SEEN_AFTER_MS = 2_000

/**
 * A ticket with its thread (SUP-09 to SUP-15). Starts folded only if it is closed and read: an open ticket shows its
 * reply box, and a new answer is in sight.
 */
export function TicketCard(props: { readonly ticket: Ticket; readonly openAsNew: (reply: string) => void }) {
  const { ticket, openAsNew } = props
  const [reply, setReply] = useReplyDraft(ticket.id)
  const { title, status, messages } = ticket
  const [isOpen, setOpen] = useState(status !== 'closed' || ticket.unread > 0)
  const [was, setWas] = useState(status)
  if (was !== status) {
    setWas(status)
    // An admin has reopened the ticket, which takes replies again.
    if (was === 'closed') setOpen(true)
  }
  const id = useId()
  const Arrow = isOpen ? ChevronUp : ChevronDown
  const end = useSeen(ticket, isOpen)
  return (
    <article
      data-testid="ticket"
      aria-labelledby={`${id}-title`}
      className="overflow-hidden rounded-panel border border-line bg-panel"
    >
      <header className="flex items-start gap-3 px-4 py-3">
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <div className="flex flex-wrap items-center gap-x-2.5">
            <h3 id={`${id}-title`} className="text-14 font-semibold wrap-anywhere">
              {title}
            </h3>
            {ticket.unread > 0 && (
              <span className="figures inline-flex items-center gap-1.5 text-12 text-accent before:size-1.5 before:rounded-full before:bg-accent">
                {words.fresh(whole(ticket.unread))}
              </span>
            )}
          </div>
          <p className="figures flex flex-wrap items-center gap-x-2 text-12 text-text-3">
            <span>{ticketWords.categories[ticket.category]}</span>
            <span aria-hidden>·</span>
            <PriorityMark priority={ticket.priority} />
            <span aria-hidden>·</span>
            <time dateTime={ticket.created_at}>{words.opened(dayAndMinute(Date.parse(ticket.created_at)))}</time>
            <span aria-hidden>·</span>
            <time dateTime={ticket.updated_at}>{words.updated(dayAndMinute(Date.parse(ticket.updated_at)))}</time>
          </p>
        </div>
        <StatusBadge status={status} />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-thread`}
          aria-label={isOpen ? words.fold(title) : words.unfold(title)}
          onClick={() => setOpen(!isOpen)}
          className="-my-1 grid size-8 shrink-0 place-items-center rounded-control text-text-2 hover:bg-raised hover:text-text-1 pointer-coarse:-my-2.5 pointer-coarse:size-11"
        >
          <Arrow size={16} aria-hidden />
        </button>
      </header>
      <div id={`${id}-thread`}>
        {isOpen && (
          <div className="flex flex-col gap-4 border-t border-line p-4">
            <Thread
              ticket={ticket}
              mine="user"
              evidence={
                ticket.evidence !== null && (
                  <EvidenceChip
                    evidence={ticket.evidence}
                    read={async () => (await readOwnTicket(ticket.id)).evidence}
                  />
                )
              }
            />
            {status === 'open' && messages.length === 0 && (
              <p className="flex items-center gap-2 text-13 text-text-2">
                <Hourglass size={14} aria-hidden className="shrink-0" />
                {words.reviewed}
              </p>
            )}
            <span ref={end} aria-hidden />
          </div>
        )}
      </div>
      {status === 'closed' && (
        <footer className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-raised/60 px-4 py-3 text-13 text-text-2">
          <Lock size={14} aria-hidden className="shrink-0" />
          <p className="min-w-0 flex-1">{words.closed}</p>
          {!isOpen && (
            <button
              type="button"
              onClick={() => setOpen(true)}
              className="font-medium text-accent hover:underline pointer-coarse:py-2"
            >
              {words.showMessages(whole(messages.length + 1))}
            </button>
          )}
        </footer>
      )}
      {/* A ticket that is closed while its user writes keeps the box, with its text and the focus. */}
      {(status === 'closed' ? reply.trim() !== '' : isOpen) && (
        <ReplyBox ticket={ticket} text={reply} setText={setReply} openAsNew={openAsNew} />
      )}
    </article>
  )
}

/** Clears the mark of a new answer once the end of the thread was on the screen for `SEEN_AFTER_MS`. */
function useSeen(ticket: Ticket, isOpen: boolean) {
  const end = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const mark = end.current
    if (!isOpen || ticket.unread === 0 || mark === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = () => clearTimeout(timer)
    const seen = () => {
      markSeen(ticket).catch((error: unknown) => {
        // The answer stays marked as new; the next look retries.
        if (!(error instanceof ApiFailure)) throw error
      })
    }
    const observer = new IntersectionObserver(([entry]) => {
      stop()
      if (entry?.isIntersecting === true && document.visibilityState === 'visible')
        timer = setTimeout(seen, SEEN_AFTER_MS)
    })
    observer.observe(mark)
    return () => {
      stop()
      observer.disconnect()
    }
  }, [ticket, isOpen])
  return end
}
