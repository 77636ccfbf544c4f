import { TICKET_STATUSES, TicketDetail, type TicketStatus } from '@makas/contract'
import { Send } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiFailure, storedMeanwhile } from '../../shared/api/failure.ts'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { CONTROL } from '../../shared/forms/field.tsx'
import { answerDraft, forgetAnswerDraft, keepAnswerDraft } from '../../shared/tickets/answer-drafts.ts'
import { PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { sayAlert } from '../../shared/ui/layers/alert.ts'
import { sayDone } from '../../shared/ui/layers/toast.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { adminTicketsText } from '../../text/admin/admin-tickets.ts'
import { forms } from '../../text/frame/forms.ts'
import { ticketWords } from '../../text/support/tickets.ts'
import { CannedTexts } from './canned-texts.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { addNote, type Change, changeTicket, reloadTicket, reloadTicketList } from './ticket-list.ts'

const words = adminTicketsText.drawer
type Kind = 'response' | 'note'
const KINDS = ['response', 'note'] as const satisfies readonly Kind[]

type Drafts = Readonly<Record<Kind, string>>

/** Empties the draft that was sent, unless somebody has typed into it since. */
const without = (kind: Kind, now: Drafts, sent: string): Drafts => (now[kind] === sent ? { ...now, [kind]: '' } : now)

/** Answer and internal note are two drafts; the status is saved with the answer or alone. Typed text is never lost. */
export function Composer(props: {
  readonly ticket: TicketDetail
  readonly close: () => void
  readonly noteTyped: (isTyped: boolean) => void
}) {
  const { ticket, noteTyped } = props
  const [kept] = useState(() => answerDraft(ticket.id))
  const [kind, setKind] = useState<Kind>(
    kept !== null && kept.response === '' && kept.note !== '' ? 'note' : 'response',
  )
  const [drafts, setDrafts] = useState<Drafts>({
    response: kept?.response ?? '',
    note: kept?.note ?? '',
  })
  /** The newest drafts, for a send that ends after more was typed. */
  const typed = useRef(drafts)
  typed.current = drafts
  const [chosen, setChosen] = useState<TicketStatus | null>(kept?.status ?? null)
  /** The status chosen before "resolved"; clearing the box beside the button restores it. */
  const [earlier, setEarlier] = useState<TicketStatus | null>(null)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [current, setCurrent] = useState<TicketDetail | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const isTyped = drafts.response.trim() !== '' || drafts.note.trim() !== ''
  const isTouched = isTyped || chosen !== null
  // The ticket version that is answered; a newer version replaces it only while nothing is typed.
  const base = useRef(kept?.base ?? ticket.updated_at)
  if (!isTouched) base.current = ticket.updated_at
  // Kept, so that a reload restores the drafts.
  useEffect(
    () => keepAnswerDraft(ticket.id, { ...drafts, status: chosen, base: base.current }),
    [ticket.id, drafts, chosen],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when `isTyped` changes, not when the listener does
  useEffect(() => noteTyped(isTyped), [isTyped])
  const status = chosen ?? ticket.status
  const isClosed = ticket.status === 'closed' && status === 'closed'
  const change: Change = {
    ...(status === ticket.status && drafts.response.trim() !== '' ? {} : { status }),
    ...(drafts.response.trim() === '' || isClosed ? {} : { admin_response: drafts.response }),
  }
  // A status without an answer is sent only if it differs from the ticket's.
  const isReady =
    kind === 'note'
      ? drafts.note.trim() !== ''
      : status !== ticket.status || (drafts.response.trim() !== '' && !isClosed)
  const choose = (next: TicketStatus) => {
    if (next === 'resolved' && status !== 'resolved') setEarlier(chosen)
    setChosen(next === ticket.status ? null : next)
  }

  const attempt = async (work: () => Promise<void>) => {
    if (isSending) return
    setSending(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      const stored = TicketDetail.safeParse(storedMeanwhile(error))
      if (stored.success) setCurrent(stored.data)
      else {
        await sayAlert(adminTicketsText.updateFailed)
        setFailure(sentenceOf(error, forms.unreachable))
      }
    } finally {
      setSending(false)
    }
  }
  const save = (expected: string) =>
    attempt(async () => {
      const saved = await changeTicket(ticket.id, change, expected)
      await reloadTicketList()
      sayDone(adminTicketsText.saved)
      const { note, response } = without('response', typed.current, drafts.response)
      if (note.trim() === '' && response.trim() === '') {
        forgetAnswerDraft(ticket.id)
        return props.close()
      }
      // The drafts that remain now answer the version just saved.
      base.current = saved.updated_at
      setDrafts((now) => without('response', now, drafts.response))
      setChosen(null)
      if (response.trim() === '') setKind('note')
      await reloadTicket(ticket.id)
    })
  const send = () => {
    if (!isReady) return
    if (kind === 'response') return void save(base.current)
    void attempt(async () => {
      await addNote(ticket.id, drafts.note)
      setDrafts((now) => without('note', now, drafts.note))
      sayDone(words.noteAdded)
    })
  }
  const insert = (text: string) => {
    const box = area.current
    const draft = drafts[kind]
    const from = box?.selectionStart ?? draft.length
    const to = box?.selectionEnd ?? draft.length
    setDrafts({ ...drafts, [kind]: `${draft.slice(0, from)}${text}${draft.slice(to)}` })
    requestAnimationFrame(() => {
      box?.focus()
      box?.setSelectionRange(from + text.length, from + text.length)
    })
  }
  return (
    <form
      aria-label={adminTicketsText.replyTo(ticket.title)}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="flex flex-col gap-3 border-t border-line p-4 sm:px-5"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <fieldset aria-label={words.kind} className="flex rounded-control border border-line p-0.5">
          {KINDS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={kind === one}
              onClick={() => setKind(one)}
              className="h-7 rounded-control px-2.5 text-13 font-medium text-text-2 hover:text-text-1 aria-pressed:bg-raised aria-pressed:text-text-1 pointer-coarse:h-11"
            >
              {words[one]}
            </button>
          ))}
        </fieldset>
        <p className="text-12 text-text-3">{kind === 'note' ? words.noteHint : words.responseHint}</p>
        <label htmlFor={`${id}-status`} className="text-13 font-medium sm:ml-auto">
          {words.status}
        </label>
        <select
          id={`${id}-status`}
          value={status}
          onChange={(event) => {
            const next = TICKET_STATUSES.find((one) => one === event.target.value)
            if (next !== undefined) choose(next)
          }}
          className={`${CONTROL} h-9 w-36! pointer-coarse:h-11`}
        >
          {TICKET_STATUSES.map((one) => (
            <option key={one} value={one}>
              {ticketWords.statuses[one]}
            </option>
          ))}
        </select>
      </div>
      <textarea
        ref={area}
        rows={5}
        maxLength={5_000}
        aria-label={kind === 'note' ? words.noteLabel : words.responseLabel}
        disabled={kind === 'response' && isClosed}
        placeholder={kind === 'response' && isClosed ? words.closedHint : undefined}
        value={drafts[kind]}
        onChange={(event) => setDrafts({ ...drafts, [kind]: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
        }}
        className={`${CONTROL} min-h-20 resize-y py-2 ${kind === 'note' ? 'border-dashed border-warn bg-warn-wash' : ''}`}
      />
      <CannedTexts insert={insert} isShown={!(kind === 'response' && isClosed)} />
      {failure !== null && (
        <Notice tone="bad" role="alert">
          {failure}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p className="mr-auto text-12 text-text-3 max-sm:hidden">{words.keys}</p>
        {kind === 'response' && drafts.response.trim() !== '' && ticket.status !== 'resolved' && (
          <label className="flex items-center gap-2 text-13 pointer-coarse:py-2">
            <input
              type="checkbox"
              checked={status === 'resolved'}
              onChange={(event) => (event.target.checked ? choose('resolved') : setChosen(earlier))}
              className="size-4 accent-accent"
            />
            {words.resolve}
          </label>
        )}
        <button
          type="submit"
          aria-disabled={!isReady || isSending}
          className={`${PRIMARY_BUTTON} h-8 px-3 text-13 aria-disabled:bg-raised aria-disabled:text-text-3`}
        >
          <Send size={14} aria-hidden />
          {isSending
            ? words.sending
            : kind === 'note'
              ? words.sendNote
              : drafts.response.trim() === ''
                ? words.saveStatus
                : words.send}
        </button>
      </div>
      {current !== null && (
        <ConflictDialog
          current={current}
          change={change}
          onClose={() => {
            setCurrent(null)
            void reloadTicket(ticket.id)
          }}
          sendAnyway={() => {
            base.current = current.updated_at
            setCurrent(null)
            void save(current.updated_at)
          }}
        />
      )}
    </form>
  )
}
