import { PATHS, Trade, type TradeBody } from '@makas/contract'
import { useRef, useState } from 'react'
import { ask } from '../../../shared/api/ask.ts'
import { newKey } from '../../../shared/api/creating-key.ts'
import { ApiFailure } from '../../../shared/api/failure.ts'

export type SendState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' }
  /** The server refused: nothing was ordered. */
  | { readonly kind: 'refused'; readonly error: unknown }
  /** No answer says what was done: only this same call may be sent again. */
  | { readonly kind: 'lost'; readonly error: unknown }

/**
 * Sends the orders of a row, and repeats the call under one key until the server has answered: nothing is ordered
 * twice.
 */
export function useSend(begun: (trade: Trade) => void) {
  const [sending, setSending] = useState<SendState>({ kind: 'idle' })
  const tried = useRef<{ readonly body: TradeBody; readonly key: string; isLost: boolean } | null>(null)

  async function send(fresh: TradeBody): Promise<void> {
    if (sending.kind === 'sending') return
    const call = tried.current ?? { body: fresh, key: newKey(), isLost: false }
    tried.current = call
    const { body, key } = call
    setSending({ kind: 'sending' })
    try {
      const { value } = await ask({ method: 'POST', path: PATHS.trades, body, answer: Trade, as: 'user', key })
      tried.current = null
      setSending({ kind: 'idle' })
      begun(value)
    } catch (error) {
      // A call that may have been done stays so until the server has looked at its key.
      call.isLost = call.isLost ? !isRefusal(error, AFTER_KEY) : !isRefusal(error)
      if (!call.isLost) tried.current = null
      setSending({ kind: call.isLost ? 'lost' : 'refused', error })
    }
  }

  return { sending, send, forget: () => setSending({ kind: 'idle' }) }
}

/** Statuses of refusals that come after the look at the key: not for want of a session, of rights or of a pause. */
const AFTER_KEY = /^(400|404|409)$/

/** Statuses from 500 up are no refusal: a proxy answers 502 or 504 to calls that may well have been done. */
const isRefusal = (error: unknown, statuses = /^4/): boolean =>
  error instanceof ApiFailure && error.reason.kind === 'refused' && statuses.test(`${error.reason.status}`)
