import { useQuery } from '@tanstack/react-query'
import { CONTROL } from '../../shared/forms/field.tsx'
import { adminTicketsText as words } from '../../text/admin/admin-tickets.ts'
import { assigneesQuery, type TicketListView, type TicketSort } from './ticket-list.ts'

const SORTS = ['updated', 'waiting'] as const satisfies readonly TicketSort[]
const SELECT = `${CONTROL} h-8 pointer-coarse:h-11 max-sm:flex-1`

/** Filters and order of the ticket list. */
export function TicketChoices(props: {
  readonly view: TicketListView
  readonly choose: (chosen: Partial<Pick<TicketListView, 'assignee' | 'sort'>>) => void
}) {
  const { view, choose } = props
  const { data: admins } = useQuery(assigneesQuery)
  return (
    <div className="flex gap-2 max-sm:w-full">
      <select
        aria-label={words.whose}
        value={view.assignee}
        onChange={(event) => choose({ assignee: event.target.value })}
        className={`${SELECT} sm:w-44`}
      >
        <option value="">{words.anybodys}</option>
        <option value="me">{words.mine}</option>
        <option value="nobody">{words.nobodys}</option>
        {admins
          ?.filter(({ is_me }) => !is_me)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {words.assignedTo(name)}
            </option>
          ))}
      </select>
      <select
        aria-label={words.sort}
        value={view.sort}
        onChange={(event) => {
          const sort = SORTS.find((one) => one === event.target.value)
          if (sort !== undefined) choose({ sort })
        }}
        className={`${SELECT} sm:w-52`}
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {words.sorts[sort]}
          </option>
        ))}
      </select>
    </div>
  )
}
