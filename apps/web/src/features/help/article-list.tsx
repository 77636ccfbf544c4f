import type { ArticlePreview } from '@makas/contract'
import { Link } from '@tanstack/react-router'
import { whole } from '../../shared/format/numbers.ts'
import { istanbulDay } from '../../shared/format/times.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { helpText } from '../../text/support/help.ts'
import { helpWords } from '../../text/support/help-words.ts'
import { Marked } from './marked.tsx'

type Props = { readonly articles: readonly ArticlePreview[]; readonly words: readonly string[] }

/** Articles: title, excerpt (or the place that the search found) and details. */
export function ArticleList({ articles, words }: Props) {
  return (
    <ul
      aria-label={helpText.list}
      className="divide-y divide-line overflow-hidden rounded-panel border border-line bg-panel"
    >
      {articles.map((article) => (
        <li key={article.id} className="relative p-4 focus-within:bg-raised/50 hover:bg-raised/50 sm:px-5">
          <article data-testid="article" className="flex flex-col gap-1.5">
            <h2 className="text-16 font-semibold">
              {/* The whole row is clickable; only the title is the link's name. */}
              <Link
                to="/help/$id"
                params={{ id: article.id }}
                className="rounded-control after:absolute after:inset-0 hover:text-accent"
              >
                <Marked text={article.title} words={words} />
              </Link>
            </h2>
            <p data-testid="preview" className="text-14 text-text-2">
              <Marked text={article.preview} words={words} />
            </p>
            <ArticleSummaryLine article={article} />
          </article>
        </li>
      ))}
    </ul>
  )
}

type ArticleSummary = Pick<ArticlePreview, 'category' | 'views' | 'updated_at' | 'reading_minutes'>

function ArticleSummaryLine({ article }: { readonly article: ArticleSummary }) {
  return (
    <p className="figures flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-text-3">
      <Badge>{helpWords.categories[article.category]}</Badge>
      <span>{helpWords.minutes(whole(article.reading_minutes))}</span>
      <span aria-hidden>·</span>
      <span>{helpWords.views(whole(article.views))}</span>
      <span aria-hidden className="max-sm:hidden">
        ·
      </span>
      <span className="max-sm:hidden">{helpWords.updated(istanbulDay(Date.parse(article.updated_at)))}</span>
    </p>
  )
}
