import { PATHS, type Ticket, TicketMessage } from '@makas/contract'
import { Send } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { ask } from '../../shared/api/ask.ts'
import { ApiFailure, failureStatus } from '../../shared/api/failure.ts'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { CONTROL } from '../../shared/forms/field.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { sayAlert } from '../../shared/ui/layers/alert.ts'
import { Notice } from '../../shared/ui/notice.tsx'
import { forms } from '../../text/frame/forms.ts'
import { supportText } from '../../text/support/support.ts'
import { reloadOwnTickets } from './own-tickets.ts'

const words = supportText.ticket

/**
 * A reply to a ticket. A blank reply cannot be sent (VALID-27); the text stays when sending fails. When the ticket is
 * closed its draft can still be read, copied and carried into a new ticket, and stays until a person discards it.
 */
export function ReplyBox(props: {
  readonly ticket: Ticket
  readonly text: string
  readonly setText: (text: string) => void
  readonly openAsNew: (reply: string) => void
}) {
  const { ticket, text, setText } = props
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isBusy = useRef(false)
  const note = useId()
  const isClosed = ticket.status === 'closed'
  const isBlank = text.trim() === ''
  const send = async () => {
    if (isBlank || isClosed || isBusy.current) return
    isBusy.current = true
    setSending(true)
    setFailure(null)
    try {
      const path = PATHS.ticketMessages(ticket.id)
      await ask({ method: 'POST', path, body: { message: text }, answer: TicketMessage, as: 'user' })
      setText('')
      await reloadOwnTickets()
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      await sayAlert(supportText.replyFailed)
      setFailure(sentenceOf(error, forms.unreachable))
      // The ticket has changed: show its newest state.
      if (failureStatus(error) === 409) await reloadOwnTickets()
    } finally {
      isBusy.current = false
      setSending(false)
    }
  }
  return (
    <form
      data-testid={isClosed ? 'unsent-reply' : 'ticket-reply'}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      className="flex flex-col gap-2.5 border-t border-line p-4"
    >
      <div role="status" id={note} className={isClosed ? '' : 'sr-only'}>
        {isClosed && <Notice tone="warn">{words.unsent}</Notice>}
      </div>
      <textarea
        rows={2}
        maxLength={5_000}
        aria-required
        readOnly={isClosed || isSending}
        aria-label={`${words.reply}: ${ticket.title}`}
        aria-describedby={isClosed ? note : undefined}
        placeholder={words.replyHint}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
        }}
        className={`${CONTROL} min-h-12 resize-y py-2`}
      />
      {failure !== null && (
        <Notice tone="bad" role="alert">
          {failure}
        </Notice>
      )}
      {isClosed ? (
        <Unsent text={text} openAsNew={props.openAsNew} drop={() => setText('')} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-12 text-text-3 max-sm:hidden">{words.replyKeys}</p>
          <Button type="submit" disabled={isBlank || isSending} className="max-sm:w-full">
            <Send size={14} aria-hidden />
            {isSending ? words.sending : words.send}
          </Button>
        </div>
      )}
    </form>
  )
}

function Unsent(props: {
  readonly text: string
  readonly openAsNew: (reply: string) => void
  readonly drop: () => void
}) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        onClick={() => {
          props.openAsNew(props.text)
          props.drop()
        }}
      >
        {words.asNew}
      </Button>
      <CopyButton text={() => props.text} words={words} />
      <Button onClick={props.drop} className="ml-auto">
        {words.discard}
      </Button>
    </div>
  )
}
