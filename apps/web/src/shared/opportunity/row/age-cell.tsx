import { type RefObject, useEffect, useRef } from 'react'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { shortSpan } from '../../format/times.ts'
import { steadyNow } from '../../time/steady.ts'
import { everyTick } from '../../time/ticker.ts'
import type { ReceivedRow } from '../list/list-state.ts'
import type { ListStore } from '../list/list-store.ts'
import { rowAge } from '../list/row-age.ts'

/**
 * The running age of a row, with a thin bar that empties until the row is stale; the cell then sets `data-stale` on the
 * whole line. Repainted five times a second without React. The element around the cell must be positioned.
 */
export function AgeCell(props: {
  readonly store: ListStore
  readonly held: ReceivedRow
  readonly line: RefObject<HTMLElement | null>
}) {
  const { store, held, line } = props
  const text = useRef<HTMLSpanElement>(null)
  const staleWord = useRef<HTMLSpanElement>(null)
  const bar = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const paint = () => {
      const age = rowAge(held, store.freshness(), steadyNow())
      const next = held.gone
        ? opportunityWords.gone
        : held.via === 'sample'
          ? opportunityWords.noAge
          : shortSpan(age.ageMs)
      if (text.current && text.current.textContent !== next) text.current.textContent = next
      if (staleWord.current) staleWord.current.hidden = !age.stale || held.gone
      if (bar.current) {
        bar.current.hidden = age.left === null
        bar.current.style.transform = `scaleX(${age.stale ? 0 : (age.left ?? 0)})`
      }
      const stale = String(age.stale)
      if (line.current && line.current.dataset.stale !== stale) line.current.dataset.stale = stale
    }
    paint()
    return everyTick(paint)
  }, [store, held, line])
  return (
    <>
      <span ref={text} />
      {/* In the table on its own line: the column has no room for both (table.css). */}
      <span ref={staleWord} hidden className="stale-word">
        <span> · </span>
        {opportunityWords.stale}
      </span>
      <span className="absolute right-3 bottom-1 h-0.5 w-14 overflow-hidden" aria-hidden="true">
        <span ref={bar} className="block h-full origin-left bg-accent" />
      </span>
    </>
  )
}
