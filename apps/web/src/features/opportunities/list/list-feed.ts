import {
  AnswerSource,
  HEADERS,
  LIMITS,
  OpportunityRows,
  PATHS,
  Status,
  StreamDelta,
  StreamSnapshot,
} from '@makas/contract'
import { getJson, readJson } from '../../../shared/api/get.ts'
import { statusQuery } from '../../../shared/api/queries.ts'
import { queryClient } from '../../../shared/api/query-client.ts'
import { followStream } from '../../../shared/live/event-stream.ts'
import type { SseEvent } from '../../../shared/live/sse-parser.ts'
import { isoNow } from '../../../shared/time/steady.ts'
import type { ListStore } from './list-store.ts'
import { silenceLimitMs } from './row-age.ts'

/** A running feed: `refresh` asks the list call at once and says whether it answered. */
export type ListFeed = { readonly refresh: () => Promise<boolean>; readonly stop: () => void }

const WATCH_MS = 500

/**
 * Fills the store by the stream; while the stream is silent or lost, by polling (CONST-04). Waking from sleep and
 * coming back online ask at once, so that greyed rows do not wait for the next round.
 */
export function startListFeed(store: ListStore): ListFeed {
  const ended = new AbortController()
  let streamOpen = false
  let asking: Promise<boolean> | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  let passedMs = 0

  const refresh = (): Promise<boolean> => {
    askedAt = passedMs
    asking ??= poll(store, () => streamOpen, ended.signal).finally(() => {
      asking = null
    })
    return asking
  }

  void followStream(
    `${PATHS.stream}?mode=spot`,
    {
      opened: () => {
        streamOpen = true
        store.heard()
      },
      heard: () => store.heard(),
      event: (event) => {
        if (takeEvent(store, event)) store.link('streaming')
      },
      lost: () => {
        // A stream that carried the list is replaced at once; an attempt that never opened changes nothing, and asking
        // after each of them would poll at the back-off's pace instead of ours.
        const carried = streamOpen
        streamOpen = false
        if (carried) void refresh()
      },
    },
    ended.signal,
  )

  const timer = setInterval(() => {
    passedMs += WATCH_MS
    const silent = store.silentMs() >= silenceLimitMs(store.view().frozen)
    if ((silent || !streamOpen) && passedMs - askedAt >= LIMITS.pollMs) void refresh()
  }, WATCH_MS)
  const awake = () => {
    if (document.visibilityState === 'visible') void refresh()
  }
  document.addEventListener('visibilitychange', awake)
  addEventListener('online', awake)

  return {
    refresh,
    stop: () => {
      ended.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', awake)
      removeEventListener('online', awake)
    },
  }
}

/** True when the event brought the list. An event that does not fit its schema is ignored: the next one may. */
function takeEvent(store: ListStore, event: SseEvent): boolean {
  const body = readJson(event.data)
  if (event.event === 'snapshot') {
    const snapshot = StreamSnapshot.safeParse(body)
    if (snapshot.success) store.snapshot(snapshot.data, 'stream')
    return snapshot.success
  }
  if (event.event === 'delta') {
    const delta = StreamDelta.safeParse(body)
    if (delta.success) store.delta(delta.data)
    return delta.success
  }
  if (event.event === 'status') {
    const status = Status.safeParse(body)
    if (status.success) queryClient.setQueryData(statusQuery.queryKey, status.data)
  }
  return false
}

async function poll(store: ListStore, streamOpen: () => boolean, signal: AbortSignal): Promise<boolean> {
  try {
    const { value, headers } = await getJson(PATHS.lists.spot, OpportunityRows, signal)
    // The stream's list is never older than the polled one; replacing it could only take away what is newer.
    if (streamOpen() && store.view().link === 'streaming' && store.silentMs() < silenceLimitMs(store.view().frozen)) {
      return true
    }
    const source = AnswerSource.safeParse(headers.get(HEADERS.source))
    const asOf = headers.get(HEADERS.asOf)
    store.snapshot(
      {
        version: null,
        source: source.success ? source.data : 'cache',
        as_of: asOf !== null && !Number.isNaN(Date.parse(asOf)) ? asOf : isoNow(),
        rows: value,
      },
      'poll',
    )
    store.link('polling')
    return true
  } catch {
    // Shown as the state of the connection, which is where people look for it (ERR-12).
    if (!signal.aborted) store.link('failed')
    return false
  }
}
