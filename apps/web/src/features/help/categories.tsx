import type { ArticlePreview } from '@makas/contract'
import { Link } from '@tanstack/react-router'
import { whole } from '../../shared/format/numbers.ts'
import type { Subject } from '../../shared/help/subject.ts'
import { helpText as words } from '../../text/support/help.ts'
import { helpWords } from '../../text/support/help-words.ts'
import { countsOf, SUBJECTS } from './subjects.ts'

type Props = {
  /** Undefined until the articles are known; then no count is shown. */
  readonly hits: readonly ArticlePreview[] | undefined
  readonly chosen: Subject | undefined
  readonly typed: string
}

const ITEM = 'flex shrink-0 items-center gap-2 hover:bg-raised hover:text-text-1'
const CHOSEN = 'bg-raised font-semibold text-text-1 max-lg:border-accent'
const OTHER = 'text-text-2 max-lg:border-line max-lg:bg-panel'
/** A row of chips that scrolls on a phone, a list at the side elsewhere. */
const SHAPE =
  'max-lg:h-9 max-lg:rounded-full max-lg:border max-lg:px-3.5 max-lg:text-13 lg:h-8 lg:justify-between lg:rounded-control lg:px-2.5 lg:text-14 pointer-coarse:h-11'

const Count = ({ count }: { readonly count: number }) => (
  <span className="figures text-12 font-normal text-text-3">{whole(count)}</span>
)

/** Subjects with the number of their articles; during a search with the number of matches. */
export function Categories({ hits, chosen, typed }: Props) {
  const counts = countsOf(hits ?? [])
  const q = typed === '' ? undefined : typed
  return (
    <nav aria-label={words.categories} className="flex flex-col gap-1.5">
      <h2 className="px-2.5 text-12 text-text-3 max-lg:sr-only">{words.categories}</h2>
      <ul className="flex gap-2 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:py-0.5 sm:max-lg:-mx-5 sm:max-lg:px-5 lg:flex-col lg:gap-0.5">
        <li className="shrink-0">
          <Link
            to="/help"
            search={{ q, category: undefined }}
            replace
            resetScroll={false}
            aria-current={chosen === undefined ? 'true' : undefined}
            className={`${ITEM} ${SHAPE} ${chosen === undefined ? CHOSEN : OTHER}`}
          >
            {words.all} {hits !== undefined && <Count count={hits.length} />}
          </Link>
        </li>
        {SUBJECTS.map((subject) => (
          <li key={subject} className="shrink-0">
            <Link
              to="/help"
              search={{ q, category: subject }}
              replace
              resetScroll={false}
              aria-current={chosen === subject ? 'true' : undefined}
              className={`${ITEM} ${SHAPE} ${chosen === subject ? CHOSEN : OTHER}`}
            >
              {helpWords.categories[subject]} {hits !== undefined && <Count count={counts.get(subject) ?? 0} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
