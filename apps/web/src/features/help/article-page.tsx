import { type ArticleDetail, LIMITS } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { failureStatus } from '../../shared/api/failure.ts'
import { whole } from '../../shared/format/numbers.ts'
import { istanbulDay } from '../../shared/format/times.ts'
import { subjectOf } from '../../shared/help/subject.ts'
import { ArticleText } from '../../shared/markdown/article-text.tsx'
import { BUTTON } from '../../shared/ui/button.tsx'
import { Failed, Loading } from '../../shared/ui/state-view.tsx'
import { useTitle } from '../../shared/ui/use-title.ts'
import { helpText } from '../../text/support/help.ts'
import { helpWords } from '../../text/support/help-words.ts'
import { Contents, FoldedContents, useContents } from './contents.tsx'
import { articleQuery, previewsQuery } from './help-queries.ts'
import { SubjectSide } from './subject-side.tsx'
import { SupportCard, SupportLink } from './support-card.tsx'
import { useCountView } from './use-count-view.ts'

const words = helpText.article

/** `/help/{id}`: one article with its contents, its neighbours and the other articles of its subject. */
export function ArticlePage() {
  const { id } = useParams({ from: '/help/$id' })
  const { data, error, refetch } = useQuery(articleQuery(id))
  useTitle(data?.title ?? helpText.title)
  if (data !== undefined) return <Article key={id} article={data} />
  if (error === null) {
    return (
      <Column>
        <Loading rows={10} label={words.loading} />
      </Column>
    )
  }
  return failureStatus(error) === 404 ? (
    <Missing />
  ) : (
    <Column>
      <Failed error={error} fallback={words.failed} retry={() => void refetch()} />
    </Column>
  )
}

function Column({ children }: { readonly children: React.ReactNode }) {
  return <div className="mx-auto w-full max-w-180 px-4 py-8 sm:px-5">{children}</div>
}

function Missing() {
  useTitle(words.missing)
  return (
    <Column>
      <div className="flex flex-col items-start gap-4">
        <h1 className="text-28 font-semibold">{words.missing}</h1>
        <p className="text-text-2">{words.missingText}</p>
        <div className="flex flex-wrap gap-2">
          <Link to="/help" className={BUTTON}>
            {words.back}
          </Link>
          <span>
            <SupportLink />
          </span>
        </div>
      </div>
    </Column>
  )
}

function Article({ article }: { readonly article: ArticleDetail }) {
  const text = useRef<HTMLDivElement>(null)
  const { sections, here } = useContents(text, article.content)
  useCountView(article.id)
  useEffect(() => {
    // The heading that the hash names exists only now. Ids of headings have no letter that an address encodes.
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  const subject = subjectOf(article.category)
  return (
    <div className="mx-auto grid w-full print:block max-w-296 gap-8 px-4 py-6 sm:px-5 lg:grid-cols-[200px_minmax(0,68ch)] lg:justify-center lg:py-8 xl:grid-cols-[200px_minmax(0,68ch)_216px] xl:justify-between">
      <SubjectSide subject={subject} article={article.id} />
      <article data-testid="article" className="flex min-w-0 flex-col gap-5 text-16">
        <header className="flex flex-col gap-2">
          <p className="text-13 text-text-3">
            <Link to="/help" className="rounded-control hover:text-text-1 hover:underline">
              {words.crumbs}
            </Link>{' '}
            /{' '}
            <Link
              to="/help"
              search={{ q: undefined, category: subject }}
              className="rounded-control hover:text-text-1 hover:underline"
            >
              {helpWords.categories[subject]}
            </Link>
          </p>
          <h1 className="text-28 font-semibold text-balance">{article.title}</h1>
          <p className="figures text-13 text-text-3">
            {helpWords.minutes(whole(Math.max(1, Math.round(article.content.length / LIMITS.readingPace))))} ·{' '}
            {helpWords.views(whole(article.views))} · {helpWords.updated(istanbulDay(Date.parse(article.updated_at)))}
          </p>
        </header>
        <div className="xl:hidden print:hidden">
          <FoldedContents sections={sections} here={here} />
        </div>
        <div ref={text}>
          <ArticleText markdown={article.content} />
        </div>
        <Neighbours id={article.id} />
      </article>
      <aside className="flex print:hidden flex-col gap-6 max-xl:lg:col-start-2 xl:sticky xl:top-6 xl:self-start xl:pt-7">
        <div className="max-xl:hidden">
          <Contents sections={sections} here={here} />
        </div>
        <SupportCard />
      </aside>
    </div>
  )
}

/** The articles before and after this one, in the order of the list. */
function Neighbours({ id }: { readonly id: string }) {
  const { data = [] } = useQuery(previewsQuery)
  const at = data.findIndex((one) => one.id === id)
  const before = at > 0 ? data[at - 1] : undefined
  const after = at >= 0 ? data[at + 1] : undefined
  if (before === undefined && after === undefined) return null
  const card =
    'flex flex-1 flex-col gap-1 rounded-panel border border-line bg-panel p-4 text-14 font-medium text-accent hover:bg-raised'
  return (
    <nav
      aria-label={words.neighbours}
      className="mt-4 flex print:hidden flex-col gap-4 border-t border-line pt-5 sm:flex-row sm:*:min-w-0"
    >
      {before !== undefined && (
        <Link to="/help/$id" params={{ id: before.id }} className={card}>
          <span className="flex items-center gap-1.5 text-12 font-normal text-text-3">
            <ArrowLeft size={14} aria-hidden /> {words.previous}
          </span>
          {before.title}
        </Link>
      )}
      {after !== undefined && (
        <Link to="/help/$id" params={{ id: after.id }} className={`${card} sm:items-end sm:text-right`}>
          <span className="flex items-center gap-1.5 text-12 font-normal text-text-3">
            {words.next} <ArrowRight size={14} aria-hidden />
          </span>
          {after.title}
        </Link>
      )}
    </nav>
  )
}
