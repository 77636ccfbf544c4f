import type { StatusChange, Ticket, TicketNote } from '@makas/contract'
import { ArrowLeftRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { ticketWords as words } from '../../text/support/tickets.ts'
import { dayName, hourAndMinute, istanbulDay } from '../format/times.ts'
import { wallNow } from '../time/steady.ts'
import { byDay } from './conversation.ts'

type Change = StatusChange & { readonly by?: string }

/** An item of the conversation: a message, a change of the status or a note between admins. */
type Entry =
  | {
      readonly kind: 'text'
      readonly id: string
      readonly time: number
      readonly isAdmin: boolean
      readonly name: string
      readonly text: string
      readonly under?: ReactNode
    }
  | { readonly kind: 'change'; readonly id: string; readonly time: number; readonly change: Change }
  | { readonly kind: 'note'; readonly id: string; readonly time: number; readonly note: TicketNote }

/**
 * A ticket as a conversation (SUP-12): the description, then the thread with day lines and changes of the status.
 * Messages of `mine` stand at the right, others at the left. Every text is a text node (security.md 57).
 */
export function Thread(props: {
  readonly ticket: Omit<Ticket, 'status_changes'> & { readonly status_changes: readonly Change[] }
  /** The side whose messages stand at the right. */
  readonly mine: 'user' | 'admin'
  /** Name of the ticket's user, for admins. */
  readonly userName?: string
  readonly notes?: readonly TicketNote[]
  /** Drawn under the description. */
  readonly evidence?: ReactNode
}) {
  const { ticket, mine } = props
  const asks = mine === 'user' ? words.you : (props.userName ?? words.gone)
  const shown: readonly Entry[] = [
    {
      kind: 'text',
      id: ticket.id,
      time: Date.parse(ticket.created_at),
      isAdmin: false,
      name: asks,
      text: ticket.description,
      under: props.evidence,
    },
    ...ticket.messages.map((one) => ({
      kind: 'text' as const,
      id: one.id,
      time: Date.parse(one.created_at),
      isAdmin: one.is_admin,
      name: one.is_admin ? nameOfAdmin(one.sender_name, mine) : mine === 'user' ? words.you : one.sender_name || asks,
      text: one.message,
    })),
    ...ticket.status_changes.map((change) => ({
      kind: 'change' as const,
      id: change.id,
      time: Date.parse(change.created_at),
      change,
    })),
    ...(props.notes ?? []).map((note) => ({
      kind: 'note' as const,
      id: note.id,
      time: Date.parse(note.created_at),
      note,
    })),
  ]
  return (
    <div className="flex flex-col gap-4">
      {byDay(shown).map(({ day, time, entries }) => (
        <section key={day} className="flex flex-col gap-4">
          <p className="flex items-center gap-3 text-12 font-normal text-text-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {nameOfDay(day, time)}
          </p>
          <ol className="flex flex-col gap-4">
            {entries.map((one) => (
              <li key={one.id} className="flex min-w-0 flex-col">
                <One shown={one} mine={mine} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

const nameOfAdmin = (name: string, mine: 'user' | 'admin') =>
  mine === 'admin' || name === '' ? name || words.support : `${name} · ${words.support}`

function nameOfDay(day: string, at: number): string {
  const now = wallNow()
  if (day === istanbulDay(now)) return words.today(dayName(at))
  return day === istanbulDay(now - 86_400_000) ? words.yesterday(dayName(at)) : dayName(at)
}

const BUBBLE = 'max-w-[min(68ch,85%)] rounded-panel px-3.5 py-2.5 text-14 whitespace-pre-wrap wrap-anywhere text-text-1'

function One({ shown, mine }: { readonly shown: Entry; readonly mine: 'user' | 'admin' }) {
  const time = hourAndMinute(shown.time)
  if (shown.kind === 'change') {
    const { change } = shown
    const from = words.statuses[change.from]
    const to = words.statuses[change.to]
    const said = change.by ? words.changedBy(change.by, from, to) : words.changed(from, to)
    return (
      <p className="figures flex items-center justify-center gap-2 text-center text-12 text-text-3">
        <ArrowLeftRight size={12} aria-hidden className="shrink-0" />
        <span className="wrap-anywhere">
          {said} · {time}
        </span>
      </p>
    )
  }
  if (shown.kind === 'note') {
    return (
      <div className="flex flex-col items-start gap-1">
        <Head name={`${shown.note.sender_name || words.gone} · ${words.note}`} time={time} />
        <p className={`${BUBBLE} border border-dashed border-warn/60 bg-warn-wash`}>{shown.note.note}</p>
      </div>
    )
  }
  const isMine = shown.isAdmin === (mine === 'admin')
  return (
    <div
      data-side={isMine ? 'mine' : 'theirs'}
      className={`flex flex-col gap-1 ${isMine ? 'items-end' : 'items-start'}`}
    >
      <Head name={shown.name} time={time} />
      <div className={`${BUBBLE} ${isMine ? 'bg-accent-wash' : 'bg-raised'}`}>
        {shown.text}
        {shown.under}
      </div>
    </div>
  )
}

function Head({ name, time }: { readonly name: string; readonly time: string }) {
  return (
    <p className="figures max-w-full text-12 wrap-anywhere text-text-3">
      {name} · {time}
    </p>
  )
}
