import type { Trade } from '@makas/contract'
import { Link } from '@tanstack/react-router'
import { LoaderCircle } from 'lucide-react'
import { BUTTON, Button, PRIMARY_BUTTON } from '../../../shared/ui/button.tsx'
import { tradeWords as words } from '../../../text/market/trades.ts'
import { SendFailure } from './send-failure.tsx'
import type { SendState } from './use-send.ts'

/** The buttons of a plan, later of its trade. */
export function TradeFoot(props: {
  readonly trade: Trade | null
  /** The shown plan is current and of the typed amount. */
  readonly canSend: boolean
  readonly sending: SendState
  readonly send: () => void
  readonly again: () => void
  readonly close: () => void
}) {
  const { trade, sending, close } = props
  if (trade !== null) {
    return (
      <>
        <span className="mr-auto flex flex-wrap gap-2">
          <Link to="/dashboard" className={BUTTON}>
            {words.toList}
          </Link>
          {trade.status !== 'running' && <Button onClick={props.again}>{words.again}</Button>}
        </span>
        <Button onClick={close}>{words.close}</Button>
      </>
    )
  }
  const isSending = sending.kind === 'sending'
  // After a lost answer only the button beside the message repeats the orders. This button would send a second trade.
  const isOff = !props.canSend || isSending || sending.kind === 'lost'
  return (
    <>
      <SendFailure sending={sending} retry={props.send} />
      <Button onClick={close}>{sending.kind === 'idle' ? words.cancel : words.close}</Button>
      <button
        type="button"
        aria-disabled={isOff}
        onClick={() => {
          if (!isOff) props.send()
        }}
        className={`${PRIMARY_BUTTON} h-8! text-13! pointer-coarse:h-11! aria-disabled:bg-raised aria-disabled:text-text-3`}
      >
        {isSending && <LoaderCircle size={14} aria-hidden className="animate-spin" />}
        {isSending ? words.sending : words.send}
      </button>
      <span role="status" className="sr-only">
        {isSending ? words.sending : ''}
      </span>
    </>
  )
}
