import type { TicketDetail } from '@makas/contract'
import { dayAndMinute } from '../../shared/format/times.ts'
import { Button, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { Modal } from '../../shared/ui/layers/dialog.tsx'
import { adminTicketsText } from '../../text/admin/admin-tickets.ts'
import { ticketWords } from '../../text/support/tickets.ts'
import type { Change } from './ticket-list.ts'

const words = adminTicketsText.conflict

/** Shows both versions where another admin saved first; neither choice loses a text. */
export function ConflictDialog(props: {
  readonly current: TicketDetail
  readonly change: Change
  readonly onClose: () => void
  readonly sendAnyway: () => void
}) {
  const { current, change } = props
  const last = current.messages.at(-1)
  return (
    <Modal
      title={words.title}
      size="large"
      testId="conflict-dialog"
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{words.back}</Button>
          <button type="button" onClick={props.sendAnyway} className={`${PRIMARY_BUTTON} h-8 px-3 text-13`}>
            {words.anyway}
          </button>
        </>
      }
    >
      <div className="flex flex-col gap-4 p-5">
        <p className="text-13 text-text-2">{words.lead}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <Version
            title={words.stored}
            status={words.status(ticketWords.statuses[current.status])}
            head={last === undefined ? null : words.last(last.sender_name, dayAndMinute(Date.parse(last.created_at)))}
            text={last?.message ?? words.noAnswer}
          />
          <Version
            title={words.yours}
            status={change.status === undefined ? words.unchanged : words.status(ticketWords.statuses[change.status])}
            head={null}
            text={change.admin_response ?? words.noText}
          />
        </div>
      </div>
    </Modal>
  )
}

function Version(props: {
  readonly title: string
  readonly status: string
  readonly head: string | null
  readonly text: string
}) {
  return (
    <section className="flex min-w-0 flex-col gap-2 rounded-panel border border-line p-3">
      <h3 className="text-13 font-semibold">{props.title}</h3>
      <p className="text-13 text-text-2">{props.status}</p>
      {props.head !== null && <p className="figures text-12 wrap-anywhere text-text-3">{props.head}</p>}
      {/* Focusable, so that the keyboard can scroll a long text. */}
      <section
        tabIndex={0}
        aria-label={props.title}
        className="max-h-60 overflow-y-auto text-13 whitespace-pre-wrap wrap-anywhere"
      >
        {props.text}
      </section>
    </section>
  )
}
