import { ArticleDetail, CATEGORIES, TEXT_FORM } from '@makas/contract'
import { useBlocker } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiFailure, failureStatus, storedMeanwhile } from '../../shared/api/failure.ts'
import { istanbulTime } from '../../shared/format/times.ts'
import { CheckField } from '../../shared/forms/check-field.tsx'
import { Field } from '../../shared/forms/field.tsx'
import { NumberField } from '../../shared/forms/number-field.tsx'
import type { Problems } from '../../shared/forms/problems.ts'
import { SelectField } from '../../shared/forms/select-field.tsx'
import { TextAreaField } from '../../shared/forms/text-area-field.tsx'
import { useSendForm } from '../../shared/forms/use-send-form.ts'
import { type Subject, subjectOf } from '../../shared/help/subject.ts'
import { ArticleText } from '../../shared/markdown/article-text.tsx'
import { Button, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { askConfirm, sayAlert } from '../../shared/ui/layers/alert.ts'
import { Modal } from '../../shared/ui/layers/dialog.tsx'
import { StateWord } from '../../shared/ui/state-word.tsx'
import { adminHelpText } from '../../text/admin/admin-help.ts'
import { helpWords } from '../../text/support/help-words.ts'
import { ArticleConflict } from './article-conflict.tsx'
import { saveArticle } from './article-queries.ts'
import { SaveFailure } from './save-failure.tsx'

const words = adminHelpText.editor
/** One category each, without the second names that two of them have. */
const SUBJECTS = CATEGORIES.filter((category): category is Subject => subjectOf(category) === category)
const LARGEST_ORDER = 1_000_000
const FIELDS = ['title', 'category', 'order', 'is_published', 'content'] as const
const AS_DRAFT = { is_published: false } as const

/**
 * The version that another admin stored first, and the values that the refused save sent in place of the fields': what
 * was saved as a draft is sent as a draft again.
 */
type Conflict = { readonly other: ArticleDetail; readonly instead: { readonly is_published?: boolean } }

type Props = {
  readonly start: ArticleDetail | null
  readonly close: () => void
  readonly saved: (article: ArticleDetail) => void
}

/** Editor and preview in equal halves, one at a time below 1024 px. Typed text is never dropped without a question. */
export function ArticleForm({ start, close, saved }: Props) {
  /** The newest stored version that this editor knows; the next save names it as its precondition. */
  const stored = useRef(start)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [half, setHalf] = useState<'write' | 'view'>('write')
  const isDone = useRef(false)
  const notSaved = start === null ? words.createFailed : words.updateFailed
  const form = useSendForm({
    names: FIELDS,
    start: {
      title: start?.title ?? '',
      category: subjectOf(start?.category ?? 'genel'),
      order: start?.order ?? 0,
      is_published: start?.is_published ?? true,
      content: start?.content ?? '',
    },
    check: ({ title, content, order }): Problems<string> => ({
      ...(title.trim() === '' ? { title: TEXT_FORM.articleTitle } : {}),
      ...(content.trim() === '' ? { content: TEXT_FORM.articleContent } : {}),
      ...(Math.abs(order ?? 0) > LARGEST_ORDER ? { order: words.orderRange } : {}),
    }),
    send: async ({ order, category, ...typed }, instead) => {
      const written = { ...typed, category: subjectIn(category), order: Math.trunc(order ?? 0) }
      try {
        const article = await saveArticle(stored.current, written)
        isDone.current = true
        saved(article)
        return true
      } catch (error) {
        const other = ArticleDetail.safeParse(storedMeanwhile(error))
        if (other.success) {
          setConflict({ other: other.data, instead })
          return false
        }
        // A 401 opens the login above this form; the admin then saves again.
        if (error instanceof ApiFailure && failureStatus(error) !== 401) await sayAlert(notSaved)
        throw error
      }
    },
  })
  const fields = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // Saves from anywhere in the editor, but not from a question above it.
    const save = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
      const { target } = event
      if (!(target instanceof Node) || fields.current?.closest('[role="dialog"]')?.contains(target) !== true) return
      event.preventDefault()
      fields.current.requestSubmit()
    }
    addEventListener('keydown', save)
    return () => removeEventListener('keydown', save)
  }, [])
  const isOpen = () => form.isChanged && !isDone.current
  const mayLeave = () => askConfirm(words.leave, { confirm: words.leaveYes, isDestructive: true })
  // Another page and the browser's Back ask as the close button does.
  useBlocker({ shouldBlockFn: async () => isOpen() && !(await mayLeave()), enableBeforeUnload: isOpen })
  const leave = async () => {
    if (!isOpen() || (await mayLeave())) close()
  }
  const choices = SUBJECTS.map((value) => ({ value, label: helpWords.categories[value] }))
  return (
    <Modal
      title={start === null ? words.addTitle : words.editTitle}
      onClose={() => void leave()}
      size="full"
      height="full"
      testId="article-editor"
      firstFocus={(panel) => panel.querySelector<HTMLElement>('input')}
      aside={
        <>
          {form.isChanged && (
            <StateWord tone="warn" icon={CircleAlert}>
              {words.unsaved}
            </StateWord>
          )}
          {start !== null && (
            <span className="figures ml-auto text-12 text-text-3 max-sm:hidden">
              {words.lastSaved(istanbulTime(Date.parse((stored.current ?? start).updated_at)))}
            </span>
          )}
        </>
      }
      footer={
        <>
          <span className="mr-auto text-12 text-text-3 pointer-coarse:hidden">{words.shortcut}</span>
          <Button onClick={() => void leave()}>{words.cancel}</Button>
          <Button aria-disabled={form.isSending} onClick={(event) => form.submit(event, AS_DRAFT)}>
            {words.saveDraft}
          </Button>
          <button
            type="submit"
            form="article-form"
            aria-disabled={form.isSending}
            className={`${PRIMARY_BUTTON} h-8! px-4! text-13! pointer-coarse:h-11!`}
          >
            {form.isSending ? words.saving : start === null ? words.create : words.update}
          </button>
        </>
      }
    >
      <Halves half={half} choose={setHalf} />
      <div className="grid min-h-0 flex-1 lg:grid-cols-2">
        <form
          ref={fields}
          id="article-form"
          noValidate
          onSubmit={form.submit}
          className={`flex min-w-0 flex-col gap-4 p-5 lg:overflow-y-auto ${half === 'view' ? 'max-lg:hidden' : ''}`}
        >
          {conflict !== null && (
            <ArticleConflict
              stored={conflict.other}
              typed={{
                title: form.typedIn('title'),
                content: form.typedIn('content'),
                category: subjectIn(form.typedIn('category')),
                order: Math.trunc(form.typedIn('order') ?? 0),
                is_published: form.typedIn('is_published'),
                ...conflict.instead,
              }}
              keepMine={(event) => {
                stored.current = conflict.other
                setConflict(null)
                form.submit(event, conflict.instead)
              }}
              take={() => {
                const { other } = conflict
                const taken = { ...other, category: subjectOf(other.category) }
                for (const name of FIELDS) form.put(name, taken[name])
                stored.current = other
                setConflict(null)
              }}
            />
          )}
          <Field label={words.title} maxLength={200} autoComplete="off" required {...form.field('title')} />
          <div className="grid grid-cols-[minmax(0,1fr)_96px] items-end gap-4 sm:grid-cols-[minmax(0,1fr)_96px_auto]">
            <SelectField label={words.category} choices={choices} {...form.field('category')} />
            <NumberField label={words.order} {...form.field('order')} />
            <div className="pb-2.5 max-sm:col-span-2">
              <CheckField
                label={
                  <>
                    {words.isPublished} <span className="text-12 text-text-3">{words.publishedHint}</span>
                  </>
                }
                {...form.field('is_published')}
              />
            </div>
          </div>
          <TextAreaField
            label={words.content}
            hint={words.contentHint}
            rows={12}
            spellCheck
            required
            style={{ fontFamily: 'var(--font-mono)', fontSize: 13 }}
            counted={{ typed: form.typedIn('content'), most: 50_000 }}
            {...form.field('content')}
          />
          <SaveFailure failure={form.failure} />
        </form>
        <section
          aria-label={words.preview}
          className={`min-w-0 border-line bg-page lg:overflow-y-auto lg:border-l ${half === 'write' ? 'max-lg:hidden' : ''}`}
        >
          <p className="border-b border-line px-5 py-2.5 text-12 text-text-3">
            <span className="font-medium text-text-2">{words.preview}</span> · {words.previewHint}
          </p>
          <div className="flex max-w-[68ch] flex-col gap-5 p-5 text-16">
            <p className="text-28 font-semibold wrap-anywhere">{form.typedIn('title').trim() || words.untitled}</p>
            <ArticleText markdown={form.typedIn('content')} />
          </div>
        </section>
      </div>
    </Modal>
  )
}

/** Chooses the half that is shown where both do not fit. */
function Halves(props: { readonly half: 'write' | 'view'; readonly choose: (half: 'write' | 'view') => void }) {
  return (
    <div className="flex gap-1 border-b border-line px-5 py-2 lg:hidden">
      {(['write', 'view'] as const).map((half) => (
        <button
          key={half}
          type="button"
          aria-pressed={props.half === half}
          onClick={() => props.choose(half)}
          className="h-8 rounded-control px-3 text-13 text-text-2 aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-text-1 pointer-coarse:h-11"
        >
          {words[half]}
        </button>
      ))}
    </div>
  )
}

const subjectIn = (typed: string): Subject => SUBJECTS.find((subject) => subject === typed) ?? 'genel'
