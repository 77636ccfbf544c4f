import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { whole } from '../../shared/format/numbers.ts'
import { type Subject, subjectOf } from '../../shared/help/subject.ts'
import { helpText } from '../../text/support/help.ts'
import { helpWords } from '../../text/support/help-words.ts'
import { previewsQuery } from './help-queries.ts'
import { countsOf, SUBJECTS } from './subjects.ts'

const LINK = 'block rounded-control px-2.5 py-1.5 text-13 text-text-2 hover:bg-raised hover:text-text-1'

/** Beside an article: the other articles of its subject, and the other subjects with counts. */
export function SubjectSide({ subject, article }: { readonly subject: Subject; readonly article: string }) {
  const { data = [] } = useQuery(previewsQuery)
  const counts = countsOf(data)
  return (
    <div className="flex flex-col gap-5 print:hidden">
      <Link
        to="/help"
        className="inline-flex items-center gap-2 self-start rounded-control text-13 text-text-2 hover:text-text-1 pointer-coarse:min-h-11"
      >
        <ArrowLeft size={14} aria-hidden />
        {helpText.article.back}
      </Link>
      <nav aria-label={helpWords.categories[subject]} className="max-lg:hidden">
        <h2 className="mb-1 px-2.5 text-12 text-text-3">{helpWords.categories[subject]}</h2>
        <ul className="flex flex-col gap-0.5">
          {data
            .filter(({ category }) => subjectOf(category) === subject)
            .map(({ id, title }) => (
              <li key={id}>
                <Link
                  to="/help/$id"
                  params={{ id }}
                  aria-current={id === article ? 'page' : undefined}
                  className={`${LINK} aria-[current]:bg-raised aria-[current]:font-semibold aria-[current]:text-text-1`}
                >
                  {title}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <nav aria-label={helpText.otherCategories} className="max-lg:hidden">
        <h2 className="mb-1 px-2.5 text-12 text-text-3">{helpText.otherCategories}</h2>
        <ul className="flex flex-col gap-0.5">
          {SUBJECTS.filter((other) => other !== subject).map((other) => (
            <li key={other}>
              <Link
                to="/help"
                search={{ q: undefined, category: other }}
                className={`${LINK} flex justify-between gap-2`}
              >
                {helpWords.categories[other]}
                <span className="figures text-12 text-text-3">{whole(counts.get(other) ?? 0)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
