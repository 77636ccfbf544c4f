import type { ArticlePreview } from '@makas/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { failureStatus } from '../../shared/api/failure.ts'
import { whole } from '../../shared/format/numbers.ts'
import { INPUT } from '../../shared/forms/field.tsx'
import { PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { askConfirm, sayAlert } from '../../shared/ui/layers/alert.ts'
import { Outdated } from '../../shared/ui/outdated.tsx'
import { Pager } from '../../shared/ui/pager.tsx'
import { Empty, Failed, Loading } from '../../shared/ui/state-view.tsx'
import { useTitle } from '../../shared/ui/use-title.ts'
import { adminHelpText as words } from '../../text/admin/admin-help.ts'
import { ArticleEditor } from './article-editor.tsx'
import { articleSearchQuery, articlesQuery, removeArticle } from './article-queries.ts'
import { ArticleTable } from './article-table.tsx'

const PAGE = 20
const SEARCH_AFTER_MS = 300
const FILTERS = ['all', 'published', 'draft'] as const
type Filter = (typeof FILTERS)[number]

/** `/admin/help`: all articles in their order; here they are written, changed, hidden and deleted. */
export function AdminHelpPage() {
  useTitle(words.title)
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const all = useQuery(articlesQuery)
  const found = useQuery({ ...articleSearchQuery(search), enabled: search !== '' })
  // Shows the whole list until the first search is answered, so that no row vanishes under the pointer.
  const query = search === '' || found.isPending ? all : found
  const { data, error, refetch } = query
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const [filter, setFilter] = useState<Filter>('all')
  const [page, setPage] = useState(1)
  /** The article in the editor (`id` is null for a new article); null while the editor is closed. */
  const [edited, setEdited] = useState<{ readonly id: string | null } | null>(null)
  const reload = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: articlesQuery.queryKey, exact: true }),
      client.invalidateQueries({ queryKey: ['admin', 'articles', 'found'] }),
    ])

  const remove = async ({ id }: ArticlePreview) => {
    if (!(await askConfirm(words.removeQuestion, { confirm: words.remove, isDestructive: true }))) return
    try {
      await removeArticle(id)
    } catch (failure) {
      // 404: another admin deleted the article first.
      if (failureStatus(failure) !== 404) await sayAlert(words.removeFailed)
    }
    await reload()
  }

  const shown = (data ?? []).filter(({ is_published }) => filter === 'all' || is_published === (filter === 'published'))
  const at = Math.min(page, Math.max(1, Math.ceil(shown.length / PAGE)))
  const published = (all.data ?? []).filter(({ is_published }) => is_published).length
  return (
    <div className="flex flex-col gap-4 px-4 py-4 sm:px-5">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-20 font-semibold">{words.title}</h1>
        {all.data !== undefined && (
          <p className="figures text-13 text-text-2">
            {words.count(whole(all.data.length), whole(published), whole(all.data.length - published))}
          </p>
        )}
        <button
          type="button"
          onClick={() => setEdited({ id: null })}
          className={`${PRIMARY_BUTTON} ml-auto h-8! px-3! text-13! pointer-coarse:h-11!`}
        >
          <Plus size={16} aria-hidden />
          {words.add}
        </button>
      </header>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="relative w-full sm:w-80">
          <Search size={16} aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto text-text-3" />
          <input
            type="search"
            maxLength={100}
            aria-label={words.search}
            placeholder={words.search}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setPage(1)
            }}
            className={`${INPUT} h-8! pl-9! text-13! pointer-coarse:h-11!`}
          />
        </div>
        <fieldset className="flex gap-0.5 rounded-control border border-line bg-panel p-0.5">
          <legend className="sr-only">{words.filter}</legend>
          {FILTERS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={filter === one}
              onClick={() => {
                setFilter(one)
                setPage(1)
              }}
              className="h-7 rounded-control px-3 text-13 text-text-2 hover:text-text-1 aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-text-1 pointer-coarse:h-10"
            >
              {words.filters[one]}
            </button>
          ))}
        </fieldset>
      </div>
      <Outdated query={query} says={`${words.loadFailed}.`} />
      <section
        aria-label={words.title}
        data-testid="admin-table"
        className="overflow-hidden rounded-panel border border-line bg-panel"
      >
        {data === undefined ? (
          error === null ? (
            <Loading rows={8} />
          ) : (
            <Failed error={error} fallback={words.loadFailed} retry={() => void refetch()} />
          )
        ) : shown.length === 0 ? (
          <Empty>{all.data?.length === 0 ? words.empty : words.emptyFiltered}</Empty>
        ) : (
          <ArticleTable
            articles={shown.slice((at - 1) * PAGE, at * PAGE)}
            edit={({ id }) => setEdited({ id })}
            remove={(article) => void remove(article)}
          />
        )}
        {shown.length > 0 && <Pager page={at} pageSize={PAGE} total={shown.length} turn={setPage} noun={words.noun} />}
      </section>
      {edited !== null && (
        <ArticleEditor
          id={edited.id}
          close={() => setEdited(null)}
          saved={() => {
            setEdited(null)
            void reload()
          }}
        />
      )}
    </div>
  )
}
