import type { ManagedUser } from '@makas/contract'
import { Ban, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { initialsOf } from '../../shared/format/initials.ts'
import { whole } from '../../shared/format/numbers.ts'
import { istanbulDay } from '../../shared/format/times.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { type DataColumn, DataTable } from '../../shared/ui/data-table.tsx'
import { StateWord } from '../../shared/ui/state-word.tsx'
import { useMedia } from '../../shared/ui/use-media.ts'
import { adminUsersText as words } from '../../text/admin/admin-users.ts'
import { PAGE_SIZE } from './users-query.ts'

const nameOf = ({ firstName, lastName }: ManagedUser) => `${firstName} ${lastName}`

function Name({ user, isWide }: { readonly user: ManagedUser; readonly isWide: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 py-1">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-full bg-raised text-12 font-semibold text-text-2"
      >
        {initialsOf(user.firstName, user.lastName)}
      </span>
      <span className="flex min-w-0 flex-col wrap-anywhere">
        <span className="font-medium text-text-1">{nameOf(user)}</span>
        {!isWide && <span className="text-12 font-normal text-text-2">{user.email}</span>}
        {!isWide && <span className="text-12 font-normal text-text-3">{user.phoneNumber}</span>}
      </span>
    </span>
  )
}

/** Columns that say who the user is: separate columns where there is room, else lines below the name. */
const who = (isWide: boolean): readonly DataColumn<ManagedUser>[] => [
  { id: 'user', header: words.columns.user, phone: 'title', cell: (user) => <Name user={user} isWide={isWide} /> },
  ...(isWide ? WIDE : []),
]

const WIDE: readonly DataColumn<ManagedUser>[] = [
  {
    id: 'email',
    header: words.columns.email,
    width: '24%',
    cell: ({ email }) => <span className="wrap-anywhere text-text-2">{email}</span>,
  },
  {
    id: 'phone',
    header: words.columns.phone,
    width: '140px',
    cell: ({ phoneNumber }) => <span className="whitespace-nowrap text-text-2">{phoneNumber ?? '–'}</span>,
  },
]

/**
 * `wide`: addresses have their own column. `middle`: all details stand beside the name in one line. `narrow`: neither
 * fits.
 */
type Room = 'wide' | 'middle' | 'narrow'

const columns = (edit: (user: ManagedUser) => void, room: Room): readonly DataColumn<ManagedUser>[] => [
  ...who(room === 'wide'),
  {
    id: 'plan',
    header: words.columns.plan,
    width: room === 'narrow' ? '88px' : '150px',
    cell: (user) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <Badge tone={user.is_premium ? 'accent' : 'quiet'}>{user.is_premium ? words.premium : words.free}</Badge>
        <span className="text-text-2">{words.plans[user.selectedPlan]}</span>
      </span>
    ),
  },
  {
    id: 'exchanges',
    header: words.columns.exchanges,
    align: 'right',
    width: room === 'narrow' ? '84px' : '92px',
    cell: ({ connected_exchanges: count }) => (count === 0 ? words.none : whole(count)),
  },
  {
    id: 'created',
    header: words.columns.created,
    align: 'right',
    width: '112px',
    cell: ({ created_at }) => istanbulDay(Date.parse(created_at)),
  },
  {
    id: 'state',
    header: words.columns.state,
    width: room === 'narrow' ? '84px' : '112px',
    cell: ({ is_active }) =>
      is_active ? (
        <StateWord tone="quiet" icon={CircleCheck}>
          {words.active}
        </StateWord>
      ) : (
        <StateWord tone="warn" icon={Ban}>
          {words.off}
        </StateWord>
      ),
  },
  {
    id: 'action',
    header: words.columns.action,
    align: 'right',
    width: room === 'narrow' ? '96px' : '108px',
    phone: 'action',
    cell: (user) => (
      <Button aria-label={words.editOf(nameOf(user))} onClick={() => edit(user)} className="h-7">
        {words.edit}
      </Button>
    ),
  },
]

/** The rows of a page (AUSER-03). */
export function UsersTable(props: {
  readonly rows: readonly ManagedUser[] | undefined
  readonly edit: (user: ManagedUser) => void
  readonly empty: ReactNode
  readonly failed: { readonly error: unknown; readonly fallback: string; readonly retry: () => void } | null
}) {
  const isWide = useMedia('(min-width: 1360px)')
  const isMiddle = useMedia('(min-width: 900px)')
  const room = isWide ? 'wide' : isMiddle ? 'middle' : 'narrow'
  return (
    <DataTable
      label={words.table}
      columns={columns(props.edit, room)}
      rows={props.rows}
      rowId={({ id }) => id}
      empty={props.empty}
      failed={props.failed}
      rowHeight={40}
      expected={PAGE_SIZE}
    />
  )
}
