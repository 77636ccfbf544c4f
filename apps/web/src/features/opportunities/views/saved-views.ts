import { MOST_VIEWS, PATHS, type SavedView, SavedViews } from '@makas/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../../shared/api/ask.ts'
import { whileFailing } from '../../../shared/api/while-failing.ts'
import { useUser } from '../../../shared/session/session.ts'
import { storedPreference, storePreference } from '../../../shared/storage/preferences.ts'

const KEY = 'makas.views'

const ownViewsQuery = queryOptions({
  queryKey: ['user', 'views'],
  queryFn: async ({ signal }) => (await ask({ path: PATHS.views, answer: SavedViews, as: 'user', signal })).value.views,
})

export type Views = {
  readonly all: readonly SavedView[]
  /** False while the views load, and where reading failed: nothing may be written over the stored views. */
  readonly isReady: boolean
  /** The last change was not stored. */
  readonly isFailed: boolean
  readonly isFull: boolean
  /** Stores the views; `kept` is called once they are stored, with the account where there is one. */
  readonly replace: (views: readonly SavedView[], kept?: () => void) => void
}

/** The saved views: in this browser's storage, and with the account of the logged-in user. */
export function useViews(): Views {
  const user = useUser()
  const client = useQueryClient()
  const [local, setLocal] = useState(readLocal)
  const own = useQuery({ ...ownViewsQuery, enabled: user !== null, refetchInterval: whileFailing })
  const { mutate, isError } = useMutation({
    mutationFn: async (views: readonly SavedView[]) =>
      (await ask({ method: 'PUT', path: PATHS.views, body: { views }, answer: SavedViews, as: 'user' })).value.views,
    onMutate: (views) => {
      const before = client.getQueryData(ownViewsQuery.queryKey)
      client.setQueryData(ownViewsQuery.queryKey, [...views])
      return before
    },
    onError: (_error, _views, before) => client.setQueryData(ownViewsQuery.queryKey, before),
  })
  const all = user === null ? local : (own.data ?? [])
  return {
    all,
    isReady: user === null || own.data !== undefined,
    isFailed: user !== null && (isError || own.isError),
    isFull: all.length >= MOST_VIEWS,
    replace: (views, stored) => {
      if (user !== null) mutate(views, stored && { onSuccess: stored })
      else {
        setLocal(views)
        if (storePreference(KEY, JSON.stringify({ views }))) stored?.()
      }
    },
  }
}

/** The views in this browser's storage; none where the storage holds anything else. */
function readLocal(): readonly SavedView[] {
  const text = storedPreference(KEY)
  if (text === null) return []
  try {
    const stored = SavedViews.safeParse(JSON.parse(text))
    return stored.success ? stored.data.views : []
  } catch {
    return []
  }
}
