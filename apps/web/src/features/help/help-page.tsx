import type { ArticlePreview } from '@makas/contract'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { whole } from '../../shared/format/numbers.ts'
import { type Subject, subjectOf } from '../../shared/help/subject.ts'
import { BUTTON } from '../../shared/ui/button.tsx'
import { Pager } from '../../shared/ui/pager.tsx'
import { Failed, Loading } from '../../shared/ui/state-view.tsx'
import { useTitle } from '../../shared/ui/use-title.ts'
import { helpText as words } from '../../text/support/help.ts'
import { helpWords } from '../../text/support/help-words.ts'
import { ArticleList } from './article-list.tsx'
import { Categories } from './categories.tsx'
import { SearchBox } from './search-box.tsx'
import { countsOf, subjectIn } from './subjects.ts'
import { SupportCard } from './support-card.tsx'
import { useHits } from './use-hits.ts'
import { useTyped } from './use-typed.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Page of the help centre's list, for the way back from an article; a new search or category starts at 1. */
    helpPage?: number | undefined
  }
}

const PAGE = 10

/** `/help`: search, subjects with counts, and the matching articles. The search text stands in the address. */
export function HelpPage() {
  useTitle(words.title)
  const search = useSearch({ from: '/help' })
  const [typed, type] = useTyped()
  const { words: asked, all, hits, isSearchDone } = useHits(typed)
  const category = subjectIn(search.category)
  const shown = hits?.filter((one) => category === undefined || subjectOf(one.category) === category)
  const found = asked.length > 0 ? typed.trim() : ''
  return (
    <div className="mx-auto flex w-full max-w-296 flex-col gap-6 px-4 py-6 sm:px-5 lg:py-10">
      <header className="flex flex-col gap-2">
        <h1 className="text-20 font-semibold sm:text-28">{words.title}</h1>
        <p className="text-14 text-text-2">{words.lead}</p>
        <div className="mt-2">
          <SearchBox typed={typed} type={type} />
        </div>
      </header>
      <div className="grid gap-5 lg:grid-cols-[200px_minmax(0,1fr)] lg:gap-8 xl:grid-cols-[200px_minmax(0,1fr)_248px]">
        <div className="min-w-0">
          <Categories hits={hits} chosen={category} typed={typed} />
        </div>
        <div className="flex min-w-0 flex-col gap-2">
          <Heading count={shown?.length} found={found} category={category} />
          {all.isError && hits === undefined ? (
            <div className="rounded-panel border border-line bg-panel">
              <Failed error={all.error} fallback={words.failed} retry={() => void all.refetch()} />
            </div>
          ) : shown === undefined || (shown.length === 0 && !isSearchDone) ? (
            <div className="rounded-panel border border-line bg-panel">
              <Loading rows={8} />
            </div>
          ) : shown.length === 0 ? (
            <Nothing found={found} category={category} hits={hits ?? []} />
          ) : (
            <Paged articles={shown} words={asked} />
          )}
        </div>
        <aside className="flex flex-col gap-4 lg:col-start-2 xl:col-start-3 xl:pt-7.5">
          <SupportCard typed={typed} />
          <MostRead articles={all.data ?? []} />
        </aside>
      </div>
    </div>
  )
}

type SearchProps = { readonly found: string; readonly category: Subject | undefined }

function Heading({ count, found, category }: SearchProps & { readonly count: number | undefined }) {
  const about = category === undefined ? words.allCategories : helpWords.categories[category]
  return (
    <div className="flex min-h-5.5 flex-wrap justify-between gap-x-4 text-13 text-text-2">
      <p role="status">
        {count !== undefined && (
          <>
            <strong className="figures font-semibold text-text-1">{words.count(whole(count))}</strong>
            {found === '' ? `, ${about}` : ` ${words.matches(found)}`}
          </>
        )}
      </p>
      <p className="max-sm:hidden">
        {words.order}{' '}
        <span className="font-medium text-text-1">{found === '' ? words.published : words.relevance}</span>
      </p>
    </div>
  )
}

/** Articles, a page at a time. */
function Paged(props: { readonly articles: readonly ArticlePreview[]; readonly words: readonly string[] }) {
  const { articles } = props
  const navigate = useNavigate({ from: '/help' })
  const { pathname, state } = useLocation()
  const here = useRef(state.helpPage)
  // While the next page loads, the address already names that page.
  if (pathname === '/help') here.current = state.helpPage
  const asked = here.current ?? 1
  const total = articles.length
  const page = Math.min(asked, Math.max(1, Math.ceil(total / PAGE)))
  const turn = (next: number) => {
    void navigate({ search: (before) => before, state: { helpPage: next }, replace: true, resetScroll: false })
    scrollTo({ top: 0 })
  }
  return (
    <>
      <ArticleList articles={articles.slice((page - 1) * PAGE, page * PAGE)} words={props.words} />
      {total > PAGE && (
        // The list above has its own edge.
        <div className="*:border-t-0">
          <Pager page={page} pageSize={PAGE} total={total} turn={turn} />
        </div>
      )}
    </>
  )
}

/** Says why no article matches, and links to the subject with the most matches. */
function Nothing({ found, category, hits }: SearchProps & { readonly hits: readonly ArticlePreview[] }) {
  const [nearest] = [...countsOf(hits)].filter(([, count]) => count > 0).sort(([, one], [, other]) => other - one)
  const q = found === '' ? undefined : found
  return (
    <div className="flex flex-col items-start gap-3 rounded-panel border border-line bg-panel p-5 text-14">
      {found === '' && category === undefined ? (
        <p className="font-semibold">{words.empty.none}</p>
      ) : (
        <div>
          <p className="font-semibold">{words.empty.title}</p>
          <p className="wrap-anywhere">
            {found === ''
              ? words.empty.category
              : (category === undefined ? words.empty.search : words.empty.searchHere)(found)}
          </p>
        </div>
      )}
      {found !== '' && <p className="text-13 text-text-2">{words.empty.searchHint}</p>}
      {nearest !== undefined && found !== '' && (
        <Link to="/help" search={{ q, category: nearest[0] }} replace className={BUTTON}>
          {words.empty.elsewhere(whole(nearest[1]), helpWords.categories[nearest[0]])}
        </Link>
      )}
      {category !== undefined && found === '' && (
        <Link to="/help" search={{ q: undefined, category: undefined }} replace className={BUTTON}>
          {words.empty.showAll}
        </Link>
      )}
    </div>
  )
}

function MostRead({ articles }: { readonly articles: readonly ArticlePreview[] }) {
  const most = articles
    .filter(({ views }) => views > 0)
    .sort((one, other) => other.views - one.views)
    .slice(0, 3)
  if (most.length === 0) return null
  return (
    <section aria-label={words.mostRead} className="px-1">
      <h2 className="mb-2 text-12 text-text-3">{words.mostRead}</h2>
      <ol className="flex flex-col gap-2 text-13">
        {most.map(({ id, title }, at) => (
          <li key={id} className="flex gap-2">
            <span className="figures text-text-3">{whole(at + 1)}</span>
            <Link to="/help/$id" params={{ id }} className="rounded-control hover:text-accent hover:underline">
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
