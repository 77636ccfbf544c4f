import type { ArticleDetail } from '@makas/contract'
import { useBlocker } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { istanbulTime } from '../../shared/format/times.ts'
import { ArticleText } from '../../shared/markdown/article-text.tsx'
import { Button, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { askConfirm } from '../../shared/ui/layers/alert.ts'
import { Modal } from '../../shared/ui/layers/dialog.tsx'
import { StateWord } from '../../shared/ui/state-word.tsx'
import { adminHelpText } from '../../text/admin/admin-help.ts'
import { ArticleFields } from './article-fields.tsx'
import { useArticle } from './use-article.ts'

const words = adminHelpText.editor
const AS_DRAFT = { is_published: false } as const

type Half = 'write' | 'view'

type Props = {
  readonly start: ArticleDetail | null
  readonly close: () => void
  readonly saved: (article: ArticleDetail) => void
}

/** Editor and preview in equal halves, one at a time below 1024 px. Typed text is never dropped without a question. */
export function ArticleForm({ start, close, saved }: Props) {
  const editing = useArticle(start, saved)
  const { form, stored } = editing
  const [half, setHalf] = useState<Half>('write')
  const fields = useRef<HTMLFormElement>(null)
  useSaveKey(fields)
  const leave = useLeave(editing.isOpen, close)
  return (
    <Modal
      title={start === null ? words.addTitle : words.editTitle}
      onClose={leave}
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
              {words.lastSaved(istanbulTime(Date.parse((stored() ?? start).updated_at)))}
            </span>
          )}
        </>
      }
      footer={
        <>
          <span className="mr-auto text-12 text-text-3 pointer-coarse:hidden">{words.shortcut}</span>
          <Button onClick={leave}>{words.cancel}</Button>
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
          <ArticleFields editing={editing} />
        </form>
        <Preview isShown={half === 'view'} title={form.typedIn('title')} content={form.typedIn('content')} />
      </div>
    </Modal>
  )
}

function Preview(props: { readonly isShown: boolean; readonly title: string; readonly content: string }) {
  return (
    <section
      aria-label={words.preview}
      className={`min-w-0 border-line bg-page lg:overflow-y-auto lg:border-l ${props.isShown ? '' : 'max-lg:hidden'}`}
    >
      <p className="border-b border-line px-5 py-2.5 text-12 text-text-3">
        <span className="font-medium text-text-2">{words.preview}</span> · {words.previewHint}
      </p>
      <div className="flex max-w-[68ch] flex-col gap-5 p-5 text-16">
        <p className="text-28 font-semibold wrap-anywhere">{props.title.trim() || words.untitled}</p>
        <ArticleText markdown={props.content} />
      </div>
    </section>
  )
}

/** Saves by Ctrl+S from anywhere in the editor, but not from a question above it. */
function useSaveKey(fields: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
      const { target } = event
      if (!(target instanceof Node) || fields.current?.closest('[role="dialog"]')?.contains(target) !== true) return
      event.preventDefault()
      fields.current.requestSubmit()
    }
    addEventListener('keydown', save)
    return () => removeEventListener('keydown', save)
  }, [fields])
}

/** Asks before typed text is lost: at the close button, at another page and at the browser's Back. */
function useLeave(isOpen: () => boolean, close: () => void): () => void {
  const mayLeave = () => askConfirm(words.leave, { confirm: words.leaveYes, isDestructive: true })
  useBlocker({ shouldBlockFn: async () => isOpen() && !(await mayLeave()), enableBeforeUnload: isOpen })
  const leave = async () => {
    if (!isOpen() || (await mayLeave())) close()
  }
  return () => void leave()
}

/** Chooses the half that is shown where both do not fit. */
function Halves(props: { readonly half: Half; readonly choose: (half: Half) => void }) {
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
