import type { ManagedUser } from '@makas/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { whole } from '../../shared/format/numbers.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Outdated } from '../../shared/ui/outdated.tsx'
import { Pager } from '../../shared/ui/pager.tsx'
import { Empty } from '../../shared/ui/state-view.tsx'
import { useTitle } from '../../shared/ui/use-title.ts'
import { adminUsersText as words } from '../../text/admin/admin-users.ts'
import { EditUser } from './edit-user.tsx'
import { filterUsers } from './filter-users.ts'
import { UsersBar } from './users-bar.tsx'
import { PAGE_SIZE, type UserListView, usersQuery } from './users-query.ts'
import { UsersTable } from './users-table.tsx'

/** `/admin/users`: all users, page by page, and what an admin may change of them. */
export function AdminUsersPage() {
  useTitle(words.title)
  const [asked, setAsked] = useState<UserListView>({ page: 1, sort: '-created_at', kind: 'all', text: '' })
  const [typed, setTyped] = useState('')
  const [edited, setEdited] = useState<ManagedUser | null>(null)
  const client = useQueryClient()
  const answer = useQuery({
    ...usersQuery(asked),
    // Keeps showing the previous page while the next one loads, unless it was empty: that would read as "no users".
    placeholderData: (before) => (before?.rows.length === 0 ? undefined : before),
  })
  const rows = answer.data === undefined ? undefined : filterUsers(answer.data.rows, typed)
  const change = (next: Partial<UserListView>) => setAsked((before) => ({ ...before, page: 1, ...next }))
  // Goes back a page where the last user of this page no longer passes the filter.
  if (asked.page > 1 && !answer.isPlaceholderData && answer.data?.rows.length === 0) change({ page: asked.page - 1 })
  return (
    <div className="flex flex-1 flex-col gap-3 px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h1 className="text-20 font-semibold">{words.title}</h1>
        {answer.data !== undefined && (
          <p className="figures text-13 text-text-2">{words.count(whole(answer.data.total))}</p>
        )}
      </div>
      <UsersBar
        asked={asked}
        change={change}
        typed={typed}
        type={setTyped}
        total={answer.data?.total ?? null}
        // All pages, because the previous page may be shown next.
        refresh={() => void client.invalidateQueries({ queryKey: ['admin', 'users'] })}
        isRefreshing={answer.isFetching}
      />
      <Outdated query={answer} says={words.failed} />
      <div
        data-testid="admin-table"
        className="flex flex-col overflow-hidden rounded-panel border border-line bg-panel"
      >
        <UsersTable
          rows={rows}
          edit={setEdited}
          failed={
            answer.isError && answer.data === undefined
              ? { error: answer.error, fallback: words.failed, retry: () => void answer.refetch() }
              : null
          }
          empty={
            <Empty
              action={
                typed !== '' && asked.text !== typed.trim() ? (
                  <Button onClick={() => change({ text: typed.trim() })}>{words.searchAll}</Button>
                ) : undefined
              }
            >
              {words.empty}
            </Empty>
          }
        />
        {answer.data !== undefined && (
          <Pager
            page={asked.page}
            pageSize={PAGE_SIZE}
            total={answer.data.total}
            noun={words.noun}
            note={
              rows !== undefined && rows.length < answer.data.rows.length
                ? words.matching(whole(rows.length))
                : undefined
            }
            turn={(page) => change({ page })}
          />
        )}
      </div>
      <p className="text-12 text-text-3">{words.noAdmins}</p>
      {edited !== null && <EditUser key={edited.id} user={edited} close={() => setEdited(null)} />}
    </div>
  )
}
