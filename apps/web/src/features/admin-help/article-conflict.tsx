import type { ArticleDetail } from '@makas/contract'
import type { BaseSyntheticEvent } from 'react'
import { istanbulTime } from '../../shared/format/times.ts'
import { subjectOf } from '../../shared/help/subject.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Definition } from '../../shared/ui/definition-list.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { adminHelpText } from '../../text/admin/admin-help.ts'
import { helpWords } from '../../text/support/help-words.ts'
import type { ArticleDraft } from './article-queries.ts'

const words = adminHelpText.conflict
const { editor, columns } = adminHelpText

type Props = {
  readonly stored: ArticleDetail
  readonly typed: ArticleDraft
  readonly keepMine: (event: BaseSyntheticEvent) => void
  readonly take: () => void
}

/** Another admin saved first: the stored version beside the typed one, and the choice between them. */
export function ArticleConflict({ stored, typed, keepMine, take }: Props) {
  const facts = [
    { name: editor.title, text: stored.title, isOther: stored.title !== typed.title },
    {
      name: editor.category,
      text: helpWords.categories[stored.category],
      isOther: subjectOf(stored.category) !== typed.category,
    },
    { name: editor.order, text: String(stored.order), isOther: stored.order !== typed.order },
    {
      name: columns.status,
      text: stored.is_published ? adminHelpText.published : adminHelpText.draft,
      isOther: stored.is_published !== typed.is_published,
    },
  ]
  return (
    <Notice tone="warn" role="alert">
      <p className="font-semibold">{words.title}</p>
      <p className="mt-1 text-text-2">{words.text}</p>
      <section aria-label={words.stored(istanbulTime(Date.parse(stored.updated_at)))} className="mt-3">
        <h3 className="figures text-12 text-text-2">{words.stored(istanbulTime(Date.parse(stored.updated_at)))}</h3>
        <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-13">
          {facts.map(({ name, text, isOther }) => (
            <Definition key={name} layout="cells" name={name} nameLook="text-text-2" look="min-w-0 wrap-anywhere">
              {text} {isOther && <Badge tone="warn">{words.differs}</Badge>}
            </Definition>
          ))}
        </dl>
        <pre
          tabIndex={0}
          className="mt-2 max-h-40 overflow-auto rounded-control border border-line bg-panel p-2.5 font-mono text-12 whitespace-pre-wrap wrap-anywhere"
        >
          {stored.content}
        </pre>
      </section>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={keepMine}>{words.keepMine}</Button>
        <Button onClick={take}>{words.takeStored}</Button>
      </div>
    </Notice>
  )
}
