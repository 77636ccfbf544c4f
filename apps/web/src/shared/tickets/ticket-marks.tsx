import type { TicketPriority, TicketStatus } from '@makas/contract'
import { ChevronsDown, ChevronsUp, Circle, CircleCheck, CircleDot, Equal, Lock } from 'lucide-react'
import { ticketWords } from '../../text/support/tickets.ts'
import { Badge, type BadgeTone } from '../ui/badge.tsx'

const STATUS = {
  open: { tone: 'accent', Icon: Circle },
  in_progress: { tone: 'warn', Icon: CircleDot },
  resolved: { tone: 'good', Icon: CircleCheck },
  closed: { tone: 'quiet', Icon: Lock },
} as const satisfies Record<TicketStatus, { readonly tone: BadgeTone; readonly Icon: typeof Circle }>

const PRIORITY = {
  low: { className: 'text-text-3', Icon: ChevronsDown },
  medium: { className: 'text-text-2', Icon: Equal },
  high: { className: 'text-text-1', Icon: ChevronsUp },
} as const satisfies Record<TicketPriority, { readonly className: string; readonly Icon: typeof Equal }>

/** The status of a ticket, by shape, word and colour (STATE-32). */
export function StatusBadge({ status }: { readonly status: TicketStatus }) {
  const { tone, Icon } = STATUS[status]
  return (
    <Badge tone={tone}>
      <Icon size={12} aria-hidden />
      {ticketWords.statuses[status]}
    </Badge>
  )
}

/** The priority of a ticket, by shape and word. */
export function PriorityMark({ priority }: { readonly priority: TicketPriority }) {
  const { className, Icon } = PRIORITY[priority]
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap ${className}`}>
      <Icon size={14} aria-hidden className={priority === 'high' ? 'text-bad' : ''} />
      <span className="sr-only">{ticketWords.priority('')}</span>
      {ticketWords.priorities[priority]}
    </span>
  )
}
