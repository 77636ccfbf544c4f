import { PATHS, Trade, type TradeBody } from '@makas/contract'
import { useRef, useState } from 'react'
import { ask } from '../../../shared/api/ask.ts'
import { newKey } from '../../../shared/api/creating-key.ts'
import { ApiFailure } from '../../../shared/api/failure.ts'

export type Sending =
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
  const [sending, setSending] = useState<Sending>({ kind: 'idle' })
  const tried = useRef<{ readonly body: TradeBody; readonly key: string } | null>(null)

  async function send(fresh: TradeBody): Promise<void> {
    if (sending.kind === 'sending') return
    tried.current ??= { body: fresh, key: newKey() }
    const { body, key } = tried.current
    setSending({ kind: 'sending' })
    try {
      const { value } = await ask({ method: 'POST', path: PATHS.trades, body, answer: Trade, as: 'user', key })
      tried.current = null
      setSending({ kind: 'idle' })
      begun(value)
    } catch (error) {
      const isLost = !isRefusal(error)
      if (!isLost) tried.current = null
      setSending({ kind: isLost ? 'lost' : 'refused', error })
    }
  }

  return { sending, send, forget: () => setSending({ kind: 'idle' }) }
}

/** Statuses from 500 up are no refusal: a proxy answers 502 or 504 to calls that may well have been done. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiFailure && error.reason.kind === 'refused' && error.reason.status < 500
