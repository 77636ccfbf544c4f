import { useEffect, useState } from 'react'

/** The last value read, and whether the newest attempt failed. */
export type PolledValue<T> = { readonly value: T; readonly hasFailed: boolean }

/**
 * Reads at once and then every `everyMs` while the page is in view, one attempt at a time. For pages without the query
 * cache. `read` must be the same function on every drawing.
 */
export function usePolled<T>(read: (signal: AbortSignal) => Promise<T>, everyMs: number, before: T): PolledValue<T> {
  const [polled, setPolled] = useState<PolledValue<T>>({ value: before, hasFailed: false })
  useEffect(() => {
    const left = new AbortController()
    let isAsking = false
    const ask = async () => {
      if (isAsking || document.hidden) return
      isAsking = true
      try {
        const value = await read(left.signal)
        if (!left.signal.aborted) setPolled({ value, hasFailed: false })
      } catch {
        // The page shows the failure; the next attempt follows anyway.
        if (!left.signal.aborted) setPolled(({ value }) => ({ value, hasFailed: true }))
      } finally {
        isAsking = false
      }
    }
    void ask()
    const timer = setInterval(ask, everyMs)
    document.addEventListener('visibilitychange', ask)
    return () => {
      left.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [read, everyMs])
  return polled
}
