import type { Mode } from '@makas/contract'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { chance } from '../../../shared/live/chance.ts'
import { keep, kept } from '../../../shared/storage/preferences.ts'
import { steadyNow, wallNow } from '../../../shared/time/steady.ts'
import { JITTER_TICK_MS } from './jitter.ts'
import { type ListFeed, startListFeed } from './list-feed.ts'
import { ListStore, type ListView, type RowView } from './list-store.ts'

const JITTER_KEY = 'makas.jitter'

export type LiveList = {
  readonly store: ListStore
  /** Asks the list call now; false when it failed. */
  readonly refresh: () => Promise<boolean>
  readonly jitter: boolean
  readonly setJitter: (on: boolean) => void
}

const newStore = (mode: Mode) => new ListStore(mode, { steady: steadyNow, wall: wallNow, random: chance })

/** The list of a mode for as long as the page shows it; another mode begins with an empty one (CALL-30). */
export function useLiveList(mode: Mode): LiveList {
  const [current, setCurrent] = useState(() => ({ mode, store: newStore(mode) }))
  if (current.mode !== mode) setCurrent({ mode, store: newStore(mode) })
  const { store } = current
  const feed = useRef<ListFeed | null>(null)
  const [jitter, setJitterState] = useState(() => kept(JITTER_KEY) !== 'off')
  const jitterOn = useRef(jitter)

  useEffect(() => {
    const running = startListFeed(store, current.mode)
    feed.current = running
    const timer = setInterval(() => store.jitter(jitterOn.current), JITTER_TICK_MS)
    return () => {
      running.stop()
      clearInterval(timer)
    }
  }, [store, current.mode])

  const setJitter = (on: boolean) => {
    jitterOn.current = on
    setJitterState(on)
    keep(JITTER_KEY, on ? 'on' : 'off')
    store.jitter(on)
  }
  const refresh = async () => {
    const answered = (await feed.current?.refresh()) ?? false
    if (!answered) store.jitter(jitterOn.current)
    return answered
  }
  return { store, refresh, jitter, setJitter }
}

export function useListView(store: ListStore): ListView {
  return useSyncExternalStore(store.watch, store.view)
}

export function useRow(store: ListStore, id: string): RowView | undefined {
  const watch = useCallback((changed: () => void) => store.watchRow(id, changed), [store, id])
  return useSyncExternalStore(watch, () => store.row(id))
}
