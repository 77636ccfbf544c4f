import type { Presence, TicketDetail } from '@makas/contract'
import { LIMITS } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../../shared/api/failure.ts'
import { dayAndMinute } from '../../shared/format/times.ts'
import { forgetAnswerDraft } from '../../shared/tickets/answer-drafts.ts'
import { EvidenceChip } from '../../shared/tickets/evidence-chip.tsx'
import { Thread } from '../../shared/tickets/thread.tsx'
import { PriorityMark, StatusBadge } from '../../shared/tickets/ticket-marks.tsx'
import { Badge } from '../../shared/ui/badge.tsx'
import { askConfirm } from '../../shared/ui/layers/alert.ts'
import { Sheet } from '../../shared/ui/layers/sheet.tsx'
import { Failed, Loading } from '../../shared/ui/state-view.tsx'
import { adminTicketsText as words } from '../../text/admin/admin-tickets.ts'
import { ticketWords } from '../../text/support/tickets.ts'
import { AssigneePicker } from './assignee-picker.tsx'
import { Composer } from './composer.tsx'
import { bePresent, reloadTicketList, ticketQuery } from './ticket-list.ts'
import { UserFacts } from './user-facts.tsx'

/** A ticket in a drawer (ATICK-03): its user, the thread with internal notes, and the answer. */
export function TicketDrawer({ id, close }: { readonly id: string; readonly close: () => void }) {
  const ticket = useQuery(ticketQuery(id))
  const isTyped = useRef(false)
  const leave = async () => {
    if (isTyped.current) {
      const { leave: question, leaveYes } = words.drawer
      if (!(await askConfirm(question, { confirm: leaveYes, isDestructive: true }))) return
    }
    // Before the ticket is loaded its draft is not on the screen, so nobody has given the draft up.
    if (ticket.data !== undefined) forgetAnswerDraft(id)
    close()
  }
  return (
    <Sheet
      side="right"
      title={ticket.data?.title ?? words.title}
      description={ticket.data && <Head ticket={ticket.data} />}
      onClose={() => void leave()}
      testId="ticket-drawer"
    >
      {ticket.data === undefined ? (
        ticket.isError ? (
          <Failed error={ticket.error} fallback={words.drawer.failed} retry={() => void ticket.refetch()} />
        ) : (
          <Loading />
        )
      ) : (
        <Opened ticket={ticket.data} close={close} noteTyped={(typed) => (isTyped.current = typed)} />
      )}
    </Sheet>
  )
}

function Head({ ticket }: { readonly ticket: TicketDetail }) {
  return (
    <div className="figures flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="wrap-anywhere">{ticket.user_email ?? words.noUser}</span>
      {ticket.user?.is_premium === true && <Badge>{words.drawer.premium}</Badge>}
      <span aria-hidden>·</span>
      <span>{ticketWords.categories[ticket.category]}</span>
      <span aria-hidden>·</span>
      <PriorityMark priority={ticket.priority} />
      <span aria-hidden>·</span>
      <StatusBadge status={ticket.status} />
      <span aria-hidden>·</span>
      <span>{words.drawer.opened(dayAndMinute(Date.parse(ticket.created_at)))}</span>
    </div>
  )
}

function Opened(props: {
  readonly ticket: TicketDetail
  readonly close: () => void
  readonly noteTyped: (isTyped: boolean) => void
}) {
  const { ticket } = props
  const [isWriting, setWriting] = useState(false)
  const others = usePresence(ticket, isWriting)
  const thread = useRef<HTMLElement>(null)
  useEffect(() => {
    // Scrolls to the newest message, which the admin answers.
    const box = thread.current
    if (box !== null) box.scrollTop = box.scrollHeight
  }, [])
  return (
    <>
      <div role="status">
        {others.map(({ name, is_writing, since }) => (
          <p
            key={`${name} ${since}`}
            className="flex items-center gap-2 border-b border-line bg-raised px-5 py-2 text-13 text-text-2"
          >
            <Eye size={14} aria-hidden className="shrink-0 text-accent" />
            {is_writing ? words.drawer.writing(name) : words.drawer.watching(name)}
          </p>
        ))}
      </div>
      <div className="flex min-h-0 flex-1 max-md:flex-col">
        <div className="flex min-w-0 flex-1 flex-col md:min-h-0">
          <section
            ref={thread}
            tabIndex={0}
            aria-label={ticketWords.thread(ticket.title)}
            className="min-h-40 p-4 -outline-offset-2 sm:px-5 md:flex-1 md:overflow-y-auto"
          >
            <Thread
              ticket={ticket}
              mine="admin"
              notes={ticket.notes}
              userName={ticket.user?.name ?? ticketWords.gone}
              evidence={
                ticket.evidence !== null && (
                  <EvidenceChip evidence={ticket.evidence} read={async () => ticket.evidence} />
                )
              }
            />
          </section>
          <Composer
            ticket={ticket}
            close={props.close}
            noteTyped={(typed) => {
              setWriting(typed)
              props.noteTyped(typed)
            }}
          />
        </div>
        <aside className="w-56 shrink-0 overflow-y-auto border-l border-line p-4 max-md:w-full max-md:border-t max-md:border-l-0">
          {ticket.user !== null && <UserFacts user={ticket.user} />}
          <AssigneePicker ticket={ticket} />
        </aside>
      </div>
    </>
  )
}

/** Delay before a lost report that the thread was seen is repeated, ms. */
const REPEAT_AFTER_MS = 2_000
/** How often a lost report is repeated. */
const REPEATS = 3

/** Reports that the ticket is open here while it is; returns the other admins who have it open. */
function usePresence(ticket: TicketDetail, isWriting: boolean): Presence['others'] {
  const [others, setOthers] = useState<Presence['others']>([])
  const { id, updated_at } = ticket
  /** `updated_at` of the last version that the server knows to be seen. */
  const seen = useRef('')
  useEffect(() => {
    let isOver = false
    const say = (repeats: number) => {
      bePresent(id, isWriting && !isOver, updated_at).then(
        (presence) => {
          // The list then marks the ticket as new no longer.
          if (seen.current !== updated_at) void reloadTicketList()
          seen.current = updated_at
          if (!isOver) setOthers(presence.others)
        },
        (error: unknown) => {
          if (!(error instanceof ApiFailure)) throw error
          // Repeats even after the drawer has closed: the ticket was read. Presence comes with the next report.
          if (repeats > 0 && seen.current !== updated_at) setTimeout(() => say(repeats - 1), REPEAT_AFTER_MS)
        },
      )
    }
    say(REPEATS)
    const timer = setInterval(() => say(0), LIMITS.presenceEveryMs)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [id, isWriting, updated_at])
  return others
}
