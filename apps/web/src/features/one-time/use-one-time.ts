import { useCallback, useRef, useState } from 'react'
import { failureCode, isUnreachable } from '../../shared/api/failure.ts'
import { useOneTimeToken } from './one-time-token.ts'

/** State of a one-time address. */
type OneTimeAddress = { readonly kind: 'open' } | { readonly kind: 'done' } | UnusableAddress
export type UnusableAddress =
  | { readonly kind: 'missing' }
  /** `mayBeDone`: an earlier attempt got no answer, and may have used up the address. */
  | { readonly kind: 'refused'; readonly mayBeDone: boolean }

type Verdict = Exclude<OneTimeAddress, { readonly kind: 'missing' }>
const OPEN: Verdict = { kind: 'open' }

/**
 * Makes a call with the token; true once done. A refusal of the token becomes the state; any other failure is thrown.
 */
type Use = (call: (token: string) => Promise<unknown>) => Promise<boolean>

/** The one-time address that the page was opened with: its state, and how to use it. */
export function useOneTime(): { readonly address: OneTimeAddress; readonly use: Use } {
  const [verdict, setVerdict] = useState<Verdict>(OPEN)
  const isUnanswered = useRef(false)
  const renewed = useCallback(() => {
    isUnanswered.current = false
    setVerdict(OPEN)
  }, [])
  const token = useOneTimeToken(renewed)
  const use: Use = async (call) => {
    if (token === null) return false
    try {
      await call(token)
      setVerdict({ kind: 'done' })
      return true
    } catch (error) {
      if (isUnreachable(error)) isUnanswered.current = true
      if (failureCode(error) !== 'token-invalid') throw error
      setVerdict({ kind: 'refused', mayBeDone: isUnanswered.current })
      return false
    }
  }
  return { address: token === null ? { kind: 'missing' } : verdict, use }
}
