import type { OpportunityRow } from '@makas/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListStore } from '../../../shared/opportunity/list/list-store.ts'
import { movedCount, type Sort, withNewAtEnd } from '../../../shared/opportunity/list/order.ts'
import { currencyOf } from '../../../shared/opportunity/modes/modes.ts'
import type { FilteredList } from '../filters/matching.ts'

const ORDER_MS = 1_000
const NO_IDS: readonly string[] = []

/** What keeps the order of the rows: the pointer in the table, the focus in a row, the dialog that a row opened. */
type Holder = 'pointer' | 'focus' | 'dialog'

export type HeldOrder = {
  readonly ids: readonly string[]
  /** Number of rows that would stand elsewhere; above 0 only while the order is held. */
  readonly waiting: number
  readonly apply: () => void
  /** Result of the filters, renewed with the order. */
  readonly found: FilterResult
  /** To be called when the pointer or the focus enters and leaves the table. */
  readonly hold: (by: Holder, held: boolean) => void
}

export type FilterResult = Omit<FilteredList, 'rows'> & {
  readonly matched: number
  readonly stale: number
  /** Currency of the shown rows' money; null where they differ. */
  readonly currency: string | null
}

const NOTHING: FilterResult = {
  candidates: 0,
  matched: 0,
  stale: 0,
  currency: null,
  costliest: null,
  unproven: 0,
  byExchange: {},
  assets: [],
}

/**
 * The rows that `sift` keeps, in their order. The order is renewed at most once a second, and not while the pointer is
 * in the table, a row has the focus (design.md § 2) or a dialog is open: the viewer returns to its row. Meanwhile new
 * rows join at the end, and closed rows stay, marked.
 */
export function useOrder(
  store: ListStore,
  sort: Sort,
  sift: (rows: readonly OpportunityRow[]) => FilteredList,
): HeldOrder {
  const [order, setOrder] = useState<{ readonly store: ListStore; readonly ids: readonly string[] }>({ store, ids: [] })
  const [waiting, setWaiting] = useState(0)
  const [found, setFound] = useState(NOTHING)
  const holders = useRef(new Set<Holder>())
  const shown = useRef<readonly string[]>([])

  const show = useCallback(
    (next: readonly string[]) => {
      if (next.length === shown.current.length && next.every((id, at) => id === shown.current[at])) return
      // The table disappears with its last row: no event says that the pointer has left it.
      if (next.length === 0) holders.current.delete('pointer')
      shown.current = next
      setOrder({ store, ids: next })
    },
    [store],
  )
  const renew = useCallback(
    (isHeld: boolean) => {
      const { rows, ...rest } = sift(store.rows())
      const wanted = isHeld ? store.wantedOrder(sort, rows) : store.renewedOrder(sort, rows)
      setWaiting(isHeld ? movedCount(shown.current, wanted) : 0)
      show(isHeld ? withNewAtEnd(shown.current, wanted) : wanted)
      // Of all rows on the screen: while the order is held, rows stay that the filters refuse by now.
      const drawn = shown.current.flatMap((id) => store.row(id)?.held.row ?? [])
      const [currency = null, ...others] = new Set(drawn.map(currencyOf))
      const next: FilterResult = {
        ...rest,
        matched: rows.length,
        stale: rows.filter(({ id }) => store.isStale(id)).length,
        currency: others.length === 0 ? currency : null,
      }
      setFound((before) => (isSame(before, next) ? before : next))
    },
    [store, sort, sift, show],
  )
  const apply = useCallback(() => renew(false), [renew])
  const look = useCallback(() => {
    // No event says that the focus is gone with a removed row.
    if (!document.activeElement?.closest('[data-opportunity-id]')) holders.current.delete('focus')
    renew(holders.current.size > 0 && shown.current.length > 0)
  }, [renew])

  useEffect(() => {
    apply()
    const timer = setInterval(look, ORDER_MS)
    // The first rows are shown at once, not with the next second.
    const stop = store.watch(() => {
      if (shown.current.length === 0) look()
    })
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [store, apply, look])

  useEffect(() => {
    // No event says that the pointer has left the old list.
    if (store) holders.current.delete('pointer')
  }, [store])

  const hold = useCallback((by: Holder, held: boolean) => {
    if (held) holders.current.add(by)
    else holders.current.delete(by)
  }, [])
  // After a change of mode or user `order` still holds the ids of the previous list.
  return { ids: order.store === store ? order.ids : NO_IDS, waiting, apply, found, hold }
}

/** Compared by value: the rows are counted each second, but the page redraws only when a count changed. */
function isSame(a: FilterResult, b: FilterResult): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
