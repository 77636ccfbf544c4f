import type { Mode } from '@makas/contract'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { chance } from '../../live/chance.ts'
import { useUser } from '../../session/session.ts'
import { storedPreference, storePreference } from '../../storage/preferences.ts'
import { steadyNow, wallNow } from '../../time/steady.ts'
import { jitterTick } from './jitter.ts'
import { type ListFeed, startListFeed } from './list-feed.ts'
import { ListStore, type ListView, type RowView } from './list-store.ts'

const JITTER_KEY = 'makas.jitter'

export type LiveList = {
  readonly store: ListStore
  /** Asks the list call now; resolves to false if it failed. */
  readonly refresh: () => Promise<boolean>
  readonly jitter: boolean
  readonly setJitter: (on: boolean) => void
}

const CLOCKS = { steady: steadyNow, wall: wallNow, random: chance }

/** Mode and user of a list; another user, or a visitor, begins with a new list. */
type ListKey = { readonly mode: Mode; readonly userId: string | null }

const viewerOf = ({ userId }: ListKey) => (userId === null ? 'visitor' : 'user')
const newList = (whose: ListKey) => ({ ...whose, store: new ListStore(whose.mode, CLOCKS, viewerOf(whose)) })

/** The list of a mode while the page shows it; another mode begins with an empty list (CALL-30). */
export function useLiveList(mode: Mode): LiveList {
  const userId = useUser()?.id ?? null
  const [current, setCurrent] = useState(() => newList({ mode, userId }))
  if (current.mode !== mode || current.userId !== userId) setCurrent(newList({ mode, userId }))
  const { store } = current
  const feed = useRef<ListFeed | null>(null)
  const [jitter, setJitterState] = useState(() => storedPreference(JITTER_KEY) !== 'off')
  const jitterOn = useRef(jitter)

  useEffect(() => {
    const running = startListFeed(store, current.mode, viewerOf(current))
    feed.current = running
    const timer = setInterval(() => store.jitter(jitterOn.current), jitterTick(viewerOf(current)))
    return () => {
      running.stop()
      clearInterval(timer)
    }
  }, [store, current])

  const setJitter = (on: boolean) => {
    jitterOn.current = on
    setJitterState(on)
    storePreference(JITTER_KEY, on ? 'on' : 'off')
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
