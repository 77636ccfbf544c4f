import { CreateTicketBody, type EvidenceAnswer, PATHS, Ticket, type TicketPriority } from '@makas/contract'
import { Save, Scale, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { ask } from '../../shared/api/ask.ts'
import { ApiFailure, failureFields } from '../../shared/api/failure.ts'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { istanbulTime } from '../../shared/format/times.ts'
import { Field } from '../../shared/forms/field.tsx'
import { type Problems, problemsIn } from '../../shared/forms/problems.ts'
import { SelectField } from '../../shared/forms/select-field.tsx'
import { SendButton } from '../../shared/forms/send-button.tsx'
import { TextAreaField } from '../../shared/forms/text-area-field.tsx'
import { EMPTY_DRAFT, type TicketDraft } from '../../shared/support/draft.ts'
import { evidenceLine } from '../../shared/tickets/evidence-line.ts'
import { sayAlert } from '../../shared/ui/layers/alert.ts'
import { Notice } from '../../shared/ui/notice.tsx'
import { forms } from '../../text/frame/forms.ts'
import { tr } from '../../text/frame/tr.ts'
import { supportText } from '../../text/support/support.ts'
import { ticketWords } from '../../text/support/tickets.ts'
import { reloadOwnTickets } from './own-tickets.ts'

const words = supportText.form

/** Categories of a ticket (CONST-33). */
const CATEGORIES = ['genel', 'technical', 'billing', 'borsa', 'arbitraj', 'guvenlik'] as const
const PRIORITIES = ['low', 'medium', 'high'] as const satisfies readonly TicketPriority[]

const choices = <V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>) =>
  values.map((value) => ({ value, label: labels[value] }))

/** Form of a new ticket (SUP-07); visitors see it but cannot fill it in. */
export function TicketForm(props: {
  readonly userId: string | null
  /** The draft that the form edits. */
  readonly draft: TicketDraft
  readonly setDraft: (next: TicketDraft) => void
  /** Whether the form stands in a dialog, which has the title. */
  readonly isAlone: boolean
  readonly onSent: (title: string) => void
}) {
  const { userId, draft, setDraft } = props
  const [problems, setProblems] = useState<Problems<string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isBusy = useRef(false)
  const isVisitor = userId === null
  const change = (part: Partial<TicketDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    if (Object.keys(problems).length > 0) setProblems(problemsIn(CreateTicketBody, bodyOf(next)))
  }
  const point = (found: Problems<string>) => {
    setProblems(found)
    const first = ['title', 'description'].find((name) => found[name] !== undefined)
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isVisitor) return sayAlert(supportText.needsLogin)
    const body = bodyOf(draft)
    const found = problemsIn(CreateTicketBody, body)
    if (Object.keys(found).length > 0) return point(found)
    if (isBusy.current) return
    isBusy.current = true
    setSending(true)
    setFailure(null)
    try {
      await ask({ method: 'POST', path: PATHS.tickets, body, answer: Ticket, as: 'user' })
      setDraft({ ...EMPTY_DRAFT, of: userId })
      setProblems({})
      props.onSent(draft.title.trim())
      void reloadOwnTickets()
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      await sayAlert(supportText.createFailed)
      const blamed = failureFields(error)
      if (blamed.title !== undefined || blamed.description !== undefined) point(blamed)
      else setFailure(sentenceOf(error, forms.unreachable))
    } finally {
      isBusy.current = false
      setSending(false)
    }
  }
  const keptNote = !isVisitor && (draft.title !== '' || draft.description !== '') && (
    <p className="ml-auto flex items-center gap-1.5 text-12 text-text-3">
      <Save size={12} aria-hidden />
      {words.draft}
    </p>
  )
  const written = (
    <form
      ref={form}
      noValidate
      aria-label={words.name}
      onSubmit={(event) => void send(event)}
      className="flex flex-col gap-4 p-4"
    >
      <Field
        label={words.subject}
        name="title"
        required
        maxLength={200}
        autoComplete="off"
        disabled={isVisitor}
        readOnly={isSending}
        value={draft.title}
        onChange={(event) => change({ title: event.target.value })}
        error={problems.title}
      />
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label={words.category}
          name="category"
          disabled={isVisitor}
          choices={choices(CATEGORIES, ticketWords.categories)}
          value={draft.category}
          onChange={(event) => {
            const category = CATEGORIES.find((one) => one === event.target.value)
            if (category !== undefined) change({ category })
          }}
        />
        <SelectField
          label={words.priority}
          name="priority"
          disabled={isVisitor}
          choices={choices(PRIORITIES, ticketWords.priorities)}
          value={draft.priority}
          onChange={(event) => {
            const priority = PRIORITIES.find((one) => one === event.target.value)
            if (priority !== undefined) change({ priority })
          }}
        />
      </div>
      <TextAreaField
        label={words.description}
        name="description"
        required
        rows={6}
        maxLength={5_000}
        disabled={isVisitor}
        readOnly={isSending}
        hint={words.secrets}
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
        error={problems.description}
      />
      {draft.evidence !== null && !isVisitor && (
        <Attached evidence={draft.evidence} drop={() => change({ evidence: null })} />
      )}
      {failure !== null && (
        <Notice tone="bad" role="alert">
          {failure}
        </Notice>
      )}
      {props.isAlone && keptNote}
      <SendButton label={words.send} sendingLabel={words.sending} isSending={isSending} />
    </form>
  )
  if (props.isAlone) return written
  return (
    <section aria-labelledby="new-ticket" className="rounded-panel border border-line bg-panel">
      <header className="flex min-h-11 items-center gap-3 border-b border-line px-4 py-2">
        <h2 id="new-ticket" className="text-14 font-semibold">
          {words.title}
        </h2>
        {keptNote}
      </header>
      {written}
    </section>
  )
}

/** Body of the call (CALL-18), with the evidence where there is some. */
const bodyOf = ({ title, description, category, priority, evidence }: TicketDraft) => ({
  title,
  description,
  category,
  priority,
  ...(evidence === null ? {} : { evidence: { opportunity_id: evidence.row.id, snapshot: evidence } }),
})

function Attached({ evidence, drop }: { readonly evidence: EvidenceAnswer; readonly drop: () => void }) {
  const { row } = evidence
  const { pair, rest } = evidenceLine(row)
  const size = ticketWords.evidence.kilobytes(String(Math.ceil(JSON.stringify(evidence).length / 1_024)))
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-13 font-medium">{words.evidence}</p>
      <div className="flex items-center gap-2.5 rounded-control border border-line bg-page px-3 py-2">
        <Scale size={16} aria-hidden className="shrink-0 text-accent" />
        <p className="figures min-w-0 flex-1 text-13 text-text-2">
          <span className="font-semibold text-text-1">{pair}</span> · {rest}
          <span className="block text-12 text-text-3">
            {istanbulTime(Date.parse(row.updated_at))} · {tr.sources[row.source]} · {size}
          </span>
        </p>
        <button
          type="button"
          aria-label={words.dropEvidence}
          onClick={drop}
          className="grid size-8 shrink-0 place-items-center rounded-control text-text-2 hover:bg-raised hover:text-text-1 pointer-coarse:size-11"
        >
          <X size={16} aria-hidden />
        </button>
      </div>
    </div>
  )
}
