import { useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../../shared/api/failure.ts'

/** One request at a time, given up when its form closes. */
export function useSending() {
  const [isSending, setSending] = useState(false)
  const sending = useRef<AbortController | null>(null)
  useEffect(() => () => sending.current?.abort(), [])

  /** Does nothing while a request is under way; `fail` is not told of one that was given up. */
  async function send(work: (signal: AbortSignal) => Promise<void>, fail: (error: ApiFailure) => void): Promise<void> {
    if (sending.current !== null) return
    const controller = new AbortController()
    sending.current = controller
    setSending(true)
    try {
      await work(controller.signal)
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof ApiFailure)) throw error
      fail(error)
    } finally {
      sending.current = null
      setSending(false)
    }
  }
  return { isSending, send, stop: () => sending.current?.abort() }
}
