import type { ArticlePreview } from '@makas/contract'
import { ArrowUp, CircleCheck, Pencil, PencilLine, Trash2 } from 'lucide-react'
import { whole } from '../../shared/format/numbers.ts'
import { istanbulDay } from '../../shared/format/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { StateWord } from '../../shared/ui/state-word.tsx'
import { useMedia } from '../../shared/ui/use-media.ts'
import { adminHelpText as words } from '../../text/admin/admin-help.ts'
import { helpWords } from '../../text/support/help-words.ts'

type Props = {
  readonly articles: readonly ArticlePreview[]
  readonly edit: (article: ArticlePreview) => void
  readonly remove: (article: ArticlePreview) => void
}

const HEAD = 'sticky top-0 z-(--z-sticky) bg-panel px-3 py-2 text-left text-12 font-medium text-text-3'
const CELL = 'px-3 py-2.5 align-middle'

/** All articles in the order of the help centre (AHELP-01); on a phone an article takes a few lines. */
export function ArticleTable(props: Props) {
  const isWide = useMedia('(min-width: 1024px)')
  if (!isWide) {
    return (
      <ul aria-label={words.table} className="divide-y divide-line">
        {props.articles.map((article) => (
          <li key={article.id} className="flex flex-col gap-2 p-4 text-13">
            <div className="flex gap-3">
              <span className="figures text-text-3">{whole(article.order)}</span>
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">{article.title}</p>
                <p className="text-12 wrap-anywhere text-text-3">{article.preview}</p>
              </div>
            </div>
            <div className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-text-2">
              <Status isPublished={article.is_published} />
              <span>{helpWords.categories[article.category]}</span>
              <span>{helpWords.views(whole(article.views))}</span>
              <span>{istanbulDay(Date.parse(article.created_at))}</span>
            </div>
            <Actions article={article} {...props} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <table aria-label={words.table} className="w-full border-collapse text-13">
      <thead>
        <tr>
          <th scope="col" aria-sort="ascending" className={`${HEAD} w-18 pl-4 text-right!`}>
            <span className="inline-flex items-center gap-1">
              {words.columns.order} <ArrowUp size={12} aria-hidden />
            </span>
          </th>
          <th scope="col" className={HEAD}>
            {words.columns.article}
          </th>
          <th scope="col" className={HEAD}>
            {words.columns.category}
          </th>
          <th scope="col" className={HEAD}>
            {words.columns.status}
          </th>
          <th scope="col" className={`${HEAD} text-right!`}>
            {words.columns.views}
          </th>
          <th scope="col" className={`${HEAD} text-right!`}>
            {words.columns.created}
          </th>
          <th scope="col" className={HEAD}>
            <span className="sr-only">{words.columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.articles.map((article) => (
          <tr key={article.id} className="border-t border-line hover:bg-raised/50">
            <td className={`${CELL} figures pl-4 text-right text-text-2`}>{whole(article.order)}</td>
            <td className={`${CELL} max-w-110`}>
              <p className="font-medium wrap-anywhere text-text-1">{article.title}</p>
              <p data-testid="excerpt" className="text-12 wrap-anywhere text-text-3">
                {article.preview}
              </p>
            </td>
            <td className={`${CELL} text-text-2`}>{helpWords.categories[article.category]}</td>
            <td className={CELL}>
              <Status isPublished={article.is_published} />
            </td>
            <td className={`${CELL} figures text-right text-text-2`}>{whole(article.views)}</td>
            <td className={`${CELL} figures text-right whitespace-nowrap text-text-2`}>
              {istanbulDay(Date.parse(article.created_at))}
            </td>
            <td className={`${CELL} pr-4`}>
              <Actions article={article} {...props} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Status({ isPublished }: { readonly isPublished: boolean }) {
  return isPublished ? (
    <StateWord tone="good" icon={CircleCheck}>
      {words.published}
    </StateWord>
  ) : (
    <StateWord tone="quiet" icon={PencilLine}>
      {words.draft}
    </StateWord>
  )
}

function Actions({ article, edit, remove }: Props & { readonly article: ArticlePreview }) {
  return (
    <div className="flex justify-end gap-2">
      <Button aria-label={words.editOf(article.title)} onClick={() => edit(article)}>
        <Pencil size={14} aria-hidden />
        {words.edit}
      </Button>
      <Button aria-label={words.removeOf(article.title)} onClick={() => remove(article)} className="text-bad!">
        <Trash2 size={14} aria-hidden />
        {words.remove}
      </Button>
    </div>
  )
}
