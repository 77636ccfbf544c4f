import { USER_KINDS, USER_SORTS } from '@makas/contract'
import { RefreshCw, Search, X } from 'lucide-react'
import { useId } from 'react'
import { whole } from '../../shared/format/numbers.ts'
import { INPUT } from '../../shared/forms/field.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { adminUsersText as words } from '../../text/admin/admin-users.ts'
import type { UserListView } from './users-query.ts'

/** Filters this page, searches all users, sorts, narrows down and refreshes (AUSER-01, AUSER-02). */
export function UsersBar(props: {
  readonly asked: UserListView
  readonly change: (next: Partial<UserListView>) => void
  readonly typed: string
  readonly type: (text: string) => void
  readonly total: number | null
  readonly refresh: () => void
  readonly isRefreshing: boolean
}) {
  const { asked, change, typed } = props
  const sort = useId()
  const text = typed.trim()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <form
          className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2 max-xl:basis-full"
          onSubmit={(event) => {
            event.preventDefault()
            change({ text })
          }}
        >
          <div className="relative w-90 max-w-full min-w-0">
            <Search size={16} aria-hidden className="absolute top-1/2 left-3 -translate-y-1/2 text-text-3" />
            <input
              type="search"
              aria-label={words.search}
              placeholder={words.search}
              value={typed}
              maxLength={200}
              onChange={({ target }) => props.type(target.value)}
              className={`${INPUT} h-8! pl-9! pointer-coarse:h-11!`}
            />
          </div>
          <button
            type="submit"
            className="rounded-control text-13 font-medium text-accent underline-offset-2 hover:underline pointer-coarse:h-11"
          >
            {words.searchAll}
          </button>
        </form>
        <label htmlFor={sort} className="text-13 text-text-2">
          {words.sort}
        </label>
        <select
          id={sort}
          value={asked.sort}
          onChange={({ target }) => change({ sort: USER_SORTS.find((one) => one === target.value) ?? '-created_at' })}
          className="h-8 rounded-control border border-line bg-panel px-2 text-13 text-text-1 hover:bg-raised pointer-coarse:h-11 pointer-coarse:text-16"
        >
          {USER_SORTS.map((one) => (
            <option key={one} value={one}>
              {words.sorts[one]}
            </option>
          ))}
        </select>
        <fieldset className="flex rounded-control border border-line bg-panel p-0.5">
          <legend className="sr-only">{words.kind}</legend>
          {USER_KINDS.map((kind) => (
            <button
              key={kind}
              type="button"
              aria-pressed={asked.kind === kind}
              onClick={() => change({ kind })}
              className="rounded-control px-2.5 py-0.5 text-13 text-text-2 hover:text-text-1 aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-text-1 pointer-coarse:py-2.5"
            >
              {words.kinds[kind]}
            </button>
          ))}
        </fieldset>
        <Button onClick={props.refresh} aria-disabled={props.isRefreshing}>
          <RefreshCw size={14} aria-hidden className={props.isRefreshing ? 'animate-spin' : ''} />
          {words.refresh}
        </Button>
      </div>
      {asked.text !== '' && (
        <p className="flex flex-wrap items-center gap-2 text-13 text-text-2" aria-live="polite">
          {words.searched(asked.text, props.total === null ? '…' : whole(props.total))}
          <Button
            onClick={() => {
              props.type('')
              change({ text: '' })
            }}
          >
            <X size={14} aria-hidden />
            {words.clear}
          </Button>
        </p>
      )}
    </div>
  )
}
