import { useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../../shared/api/failure.ts'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { supportText } from '../../text/support/support.ts'
import { readOlderTickets } from './own-tickets.ts'

const words = supportText.list

/** Loads older tickets. Then moves the focus to the first of them, because the button may be gone. */
export function OlderTickets(props: {
  readonly held: number
  readonly total: number
  /** Ids of the tickets that pass the filter, in display order. */
  readonly shown: readonly string[]
}) {
  const { held, total, shown } = props
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  /** Counts when the button was pressed. */
  const before = useRef({ held, shown: shown.length })
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isAsked.current || held === before.current.held) return
    isAsked.current = false
    const first = shown[before.current.shown]
    if (first !== undefined) document.getElementById(placeOf(first))?.querySelector('button')?.focus()
    // None of the new tickets passes the filter, and the focused button is gone.
    else if (held >= total) document.getElementById('own-tickets')?.focus()
  }, [held, total, shown])
  const load = async () => {
    if (isLoading) return
    setLoading(true)
    setFailure(null)
    isAsked.current = true
    before.current = { held, shown: shown.length }
    try {
      await readOlderTickets()
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      isAsked.current = false
      setFailure(sentenceOf(error, words.moreFailed))
    } finally {
      setLoading(false)
    }
  }
  if (held >= total) return null
  return (
    <div className="flex flex-col items-start gap-3">
      {failure !== null && (
        <Notice tone="bad" role="alert">
          {failure}
        </Notice>
      )}
      <Button aria-disabled={isLoading} onClick={() => void load()}>
        {isLoading ? words.moreLoading : words.more}
      </Button>
    </div>
  )
}

/** Element id of a ticket in the list. */
export const placeOf = (ticketId: string): string => `ticket-${ticketId}`
