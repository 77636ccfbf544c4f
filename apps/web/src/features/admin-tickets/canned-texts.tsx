import { CannedReply, CreateCannedReplyBody, PATHS } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ask } from '../../shared/api/ask.ts'
import { ApiFailure } from '../../shared/api/failure.ts'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { NO_CONTENT } from '../../shared/api/no-content.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { Field } from '../../shared/forms/field.tsx'
import { type Problems, problemsIn } from '../../shared/forms/problems.ts'
import { TextAreaField } from '../../shared/forms/text-area-field.tsx'
import { Button, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { askConfirm, sayAlert } from '../../shared/ui/layers/alert.ts'
import { Modal } from '../../shared/ui/layers/dialog.tsx'
import { adminTicketsText } from '../../text/admin/admin-tickets.ts'
import { forms } from '../../text/frame/forms.ts'
import { cannedQuery } from './ticket-list.ts'

const words = adminTicketsText.canned
const reload = () => queryClient.invalidateQueries({ queryKey: cannedQuery.queryKey })

/** Canned replies: one is inserted at the cursor, never sent. */
export function CannedTexts({
  insert,
  isShown,
}: {
  readonly insert: (text: string) => void
  readonly isShown: boolean
}) {
  const { data: replies } = useQuery(cannedQuery)
  const [isAdding, setAdding] = useState(false)
  const remove = async ({ id, title }: CannedReply) => {
    if (!(await askConfirm(words.removeAsk(title), { confirm: words.removeYes, isDestructive: true }))) return
    try {
      await ask({ method: 'DELETE', path: PATHS.cannedReply(id), answer: NO_CONTENT, as: 'admin' })
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      await sayAlert(sentenceOf(error, words.failed))
    }
    await reload()
  }
  if (!isShown) return null
  return (
    <fieldset aria-label={words.title} className="flex flex-wrap items-center gap-2">
      <span className="text-12 text-text-3">{words.title}</span>
      {replies?.length === 0 && <span className="text-12 text-text-3">{words.none}</span>}
      {replies?.map((reply) => (
        <span key={reply.id} className="flex max-w-full overflow-hidden rounded-control border border-line">
          <button
            type="button"
            aria-label={words.insert(reply.title)}
            onClick={() => insert(reply.text)}
            className="truncate px-2.5 py-1 text-12 text-text-1 -outline-offset-2 hover:bg-raised pointer-coarse:py-2.5"
          >
            {reply.title}
          </button>
          <button
            type="button"
            aria-label={words.remove(reply.title)}
            onClick={() => void remove(reply)}
            className="border-l border-line px-2 text-text-3 -outline-offset-2 hover:bg-raised hover:text-text-1 pointer-coarse:px-3.5"
          >
            <Trash2 size={12} aria-hidden />
          </button>
        </span>
      ))}
      <Button className="h-7 text-12" onClick={() => setAdding(true)}>
        <Plus size={12} aria-hidden />
        {words.add}
      </Button>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </fieldset>
  )
}

function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState({ title: '', text: '' })
  const [problems, setProblems] = useState<Problems<string>>({})
  const [isSending, setSending] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    // React passes the submit of this dialog on to the form around it.
    event.stopPropagation()
    const found = problemsIn(CreateCannedReplyBody, typed)
    setProblems(found)
    if (Object.keys(found).length > 0 || isSending) return
    setSending(true)
    try {
      await ask({ method: 'POST', path: PATHS.cannedReplies, body: typed, answer: CannedReply, as: 'admin' })
      await reload()
      onClose()
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      await sayAlert(sentenceOf(error, forms.unreachable))
    } finally {
      setSending(false)
    }
  }
  return (
    <Modal title={words.add} size="small" onClose={onClose}>
      <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4 p-5">
        <Field
          label={words.name}
          maxLength={80}
          required
          value={typed.title}
          onChange={(event) => setTyped({ ...typed, title: event.target.value })}
          error={problems.title}
        />
        <TextAreaField
          label={words.text}
          maxLength={5_000}
          required
          value={typed.text}
          onChange={(event) => setTyped({ ...typed, text: event.target.value })}
          error={problems.text}
        />
        <button type="submit" className={PRIMARY_BUTTON}>
          {words.save}
        </button>
      </form>
    </Modal>
  )
}
