import type { AdminTicket } from '@makas/contract'
import { hourAndMinute, istanbulDay, roughSpan } from '../../shared/format/times.ts'
import { PriorityMark, StatusBadge } from '../../shared/tickets/ticket-marks.tsx'
import { wallNow } from '../../shared/time/steady.ts'
import { Button } from '../../shared/ui/button.tsx'
import { type DataColumn, DataTable } from '../../shared/ui/data-table.tsx'
import { Empty } from '../../shared/ui/state-view.tsx'
import { useMedia } from '../../shared/ui/use-media.ts'
import { adminTicketsText as words } from '../../text/admin/admin-tickets.ts'
import { ticketWords } from '../../text/support/tickets.ts'
import { excerptOf } from './excerpt.ts'
import type { TicketListPage } from './ticket-list.ts'

const WHO: readonly DataColumn<AdminTicket>[] = [
  {
    id: 'category',
    header: words.columns.category,
    cell: ({ category }) => ticketWords.categories[category],
  },
  {
    id: 'user',
    header: words.columns.user,
    cell: ({ user_email }) => (
      <span className="block max-w-52 truncate max-sm:max-w-60">{user_email ?? words.noUser}</span>
    ),
  },
]

const PRIORITY: DataColumn<AdminTicket> = {
  id: 'priority',
  header: words.columns.priority,
  cell: ({ priority }) => <PriorityMark priority={priority} />,
}

/** The table of ATICK-02. A tablet has fewer columns with more lines each; a phone has two lines a ticket. */
export function TicketTable(props: {
  readonly page: TicketListPage | undefined
  readonly failed: { readonly error: unknown; readonly fallback: string; readonly retry: () => void } | null
  readonly isFiltered: boolean
  readonly open: (ticket: AdminTicket) => void
}) {
  const isPhone = useMedia('(max-width: 639px)')
  const isTight = useMedia('(max-width: 1199px)') && !isPhone
  const columns: readonly DataColumn<AdminTicket>[] = [
    {
      id: 'ticket',
      header: words.columns.ticket,
      cell: (ticket) => <Asked ticket={ticket} isTight={isTight} />,
      width: isTight ? '44%' : '34%',
    },
    ...(isTight ? [] : WHO),
    {
      id: 'status',
      header: words.columns.status,
      cell: ({ status, waiting_since, priority }) => (
        <div className="flex flex-col items-start gap-0.5 max-sm:flex-row max-sm:items-center max-sm:gap-1.5">
          <span className="flex items-center gap-2">
            <StatusBadge status={status} />
            {isTight && <PriorityMark priority={priority} />}
          </span>
          {waiting_since !== null && (
            <span className="text-12 whitespace-nowrap text-text-3">
              {words.waits(roughSpan(wallNow() - Date.parse(waiting_since)))}
            </span>
          )}
        </div>
      ),
    },
    ...(isTight ? [] : [PRIORITY]),
    {
      id: 'assignee',
      header: words.columns.assignee,
      cell: ({ assignee, answered_by }) => (
        <div className="max-w-40 sm:max-lg:max-w-28">
          <p className={`truncate ${assignee === null ? 'text-text-3' : 'text-text-1'}`}>
            <span className="text-text-3 sm:hidden">{words.columns.assignee} </span>
            {assignee?.name ?? words.nobody}
          </p>
          {answered_by !== null && (
            <p className="truncate text-12 text-text-3 max-sm:hidden">{words.answeredBy(answered_by)}</p>
          )}
        </div>
      ),
    },
    {
      id: 'date',
      header: words.columns.date,
      align: 'right',
      cell: ({ updated_at }) => {
        const at = Date.parse(updated_at)
        return (
          <time dateTime={updated_at} className="whitespace-nowrap">
            {hourAndMinute(at)} <span className="text-text-3 sm:block">{istanbulDay(at)}</span>
          </time>
        )
      },
    },
    {
      id: 'action',
      header: words.columns.action,
      align: 'right',
      phone: 'action',
      cell: (ticket) => (
        <Button
          aria-label={ticket.status === 'closed' ? words.openIt(ticket.title) : words.replyTo(ticket.title)}
          onClick={() => props.open(ticket)}
        >
          {ticket.status === 'closed' ? words.open : words.reply}
        </Button>
      ),
    },
  ]
  return (
    <DataTable
      label={words.table}
      columns={columns}
      rows={props.page?.tickets}
      rowId={({ id }) => id}
      rowHeight={66}
      expected={8}
      failed={props.failed}
      empty={<Empty>{props.isFiltered ? words.noneFiltered : words.none}</Empty>}
    />
  )
}

function Asked({ ticket, isTight }: { readonly ticket: AdminTicket; readonly isTight: boolean }) {
  return (
    <div className={`min-w-0 py-2 ${isTight ? '' : 'sm:min-w-64'}`}>
      <p className="flex items-center gap-2 font-medium text-text-1">
        <span className="wrap-anywhere">{ticket.title}</span>
        {ticket.unread > 0 && (
          <span className="inline-flex shrink-0 items-center gap-1 text-12 text-accent before:size-1.5 before:rounded-full before:bg-accent">
            <span className="sr-only">{words.unread}</span>
          </span>
        )}
      </p>
      <p className="text-12 wrap-anywhere text-text-3">{excerptOf(ticket.description)}</p>
      {isTight && (
        <p className="text-12 wrap-anywhere text-text-2">
          {ticketWords.categories[ticket.category]} · {ticket.user_email ?? words.noUser}
        </p>
      )}
    </div>
  )
}
