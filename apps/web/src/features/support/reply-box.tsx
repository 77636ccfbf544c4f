import { PATHS, type Ticket, TicketMessage } from '@makas/contract'
import { Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ask } from '../../shared/api/ask.ts'
import { ApiFailure } from '../../shared/api/failure.ts'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { CONTROL } from '../../shared/forms/field.tsx'
import { forgetInTab, keepInTab, keptInTab } from '../../shared/storage/tab.ts'
import { sayAlert } from '../../shared/ui/alert.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { forms } from '../../text/frame/forms.ts'
import { supportText } from '../../text/support/support.ts'
import { reloadOwnTickets } from './own-tickets.ts'

const words = supportText.ticket

/** A reply to a ticket that is not closed; a blank one cannot be sent (VALID-27), and a failed one stays. */
export function ReplyBox({ ticket }: { readonly ticket: Ticket }) {
  const key = `makas.reply.${ticket.id}`
  const [text, setText] = useState(() => keptInTab(key) ?? '')
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isBusy = useRef(false)
  useEffect(() => {
    if (text === '') forgetInTab(key)
    else keepInTab(key, text)
  }, [key, text])
  const isBlank = text.trim() === ''
  const send = async () => {
    if (isBlank || isBusy.current) return
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
    } finally {
      isBusy.current = false
      setSending(false)
    }
  }
  return (
    <form
      data-testid="ticket-reply"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      className="flex flex-col gap-2.5 border-t border-line p-4"
    >
      <textarea
        rows={2}
        maxLength={5_000}
        aria-label={`${words.reply}: ${ticket.title}`}
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
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-12 text-text-3 max-sm:hidden">{words.replyKeys}</p>
        <Button type="submit" disabled={isBlank || isSending} className="max-sm:w-full">
          <Send size={14} aria-hidden />
          {isSending ? words.sending : words.send}
        </Button>
      </div>
    </form>
  )
}
