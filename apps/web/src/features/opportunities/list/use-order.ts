import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListStore } from './list-store.ts'
import { movedCount, type Sort, withNewAtEnd } from './order.ts'

const ORDER_MS = 1_000
const NO_IDS: readonly string[] = []

/** What keeps the rows in place: the pointer in the table, the focus in a row, the dialog that a row opened. */
type Holder = 'pointer' | 'focus' | 'dialog'

export type HeldOrder = {
  readonly ids: readonly string[]
  /** Rows that would stand elsewhere; above 0 only while the order is held. */
  readonly waiting: number
  readonly apply: () => void
  /** Tell when the pointer or the focus enters and leaves the table. */
  readonly hold: (by: Holder, held: boolean) => void
}

/**
 * The order of the rows: renewed at most once a second, and not while the pointer is in the table or a row has the
 * focus (design.md § 2), nor behind an open dialog, so that its row is there to return to. New rows then join at the end and closed ones stay, marked, until the order is renewed.
 */
export function useOrder(store: ListStore, sort: Sort): HeldOrder {
  const [order, setOrder] = useState<{ readonly store: ListStore; readonly ids: readonly string[] }>({ store, ids: [] })
  const [waiting, setWaiting] = useState(0)
  const holders = useRef(new Set<Holder>())
  const shown = useRef<readonly string[]>([])

  const show = useCallback(
    (next: readonly string[]) => {
      if (next.length === shown.current.length && next.every((id, at) => id === shown.current[at])) return
      shown.current = next
      setOrder({ store, ids: next })
    },
    [store],
  )
  const apply = useCallback(() => {
    show(store.renewedOrder(sort))
    setWaiting(0)
  }, [store, sort, show])
  const look = useCallback(() => {
    if (holders.current.size === 0 || shown.current.length === 0) {
      apply()
      return
    }
    const wanted = store.wantedOrder(sort)
    setWaiting(movedCount(shown.current, wanted))
    show(withNewAtEnd(shown.current, wanted))
  }, [store, sort, apply, show])

  useEffect(() => {
    apply()
    const timer = setInterval(look, ORDER_MS)
    // The first rows do not wait for the next second.
    const stop = store.watch(() => {
      if (shown.current.length === 0) look()
    })
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [store, apply, look])

  useEffect(() => {
    // Another list has other rows: what held the old ones in place is gone with them, though nothing told us it left.
    if (store) for (const gone of ['pointer', 'focus'] as const) holders.current.delete(gone)
  }, [store])

  const hold = useCallback((by: Holder, held: boolean) => {
    if (held) holders.current.add(by)
    else holders.current.delete(by)
  }, [])
  // The ids of another list are none of this one's.
  return { ids: order.store === store ? order.ids : NO_IDS, waiting, apply, hold }
}
