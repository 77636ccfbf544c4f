import {
  AnswerSource,
  HEADERS,
  LIMITS,
  LISTS,
  type Mode,
  PATHS,
  Status,
  StreamDelta,
  StreamSnapshot,
} from '@makas/contract'
import { ask } from '../../api/ask.ts'
import { readJson } from '../../api/call.ts'
import { failureStatus } from '../../api/failure.ts'
import { statusQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { shareStream } from '../../live/shared-stream.ts'
import type { SseEvent } from '../../live/sse-parser.ts'
import { isoNow } from '../../time/steady.ts'
import type { Viewer } from './list-state.ts'
import type { ListStore } from './list-store.ts'
import { silenceLimitMs } from './row-age.ts'

/**
 * A running feed. `refresh` asks the list call at once, in place of a call in progress; it resolves to false if the
 * call failed.
 */
export type ListFeed = { readonly refresh: () => Promise<boolean>; readonly stop: () => void }

const WATCH_MS = 500

/**
 * Fills the store with the list of a mode: by a call at once (CALL-30), then by the stream. Polling goes on beside the
 * stream (CALL-31, CONST-04); its answers count while the stream is silent or lost. A hidden page whose stream brings
 * the list does not poll. After sleep and after a lost network the list is asked for at once, so that greyed rows need
 * not wait for the next round.
 */
export function startListFeed(store: ListStore, mode: Mode, as: Viewer): ListFeed {
  const pollMs = as === 'user' ? LIMITS.userPollMs : LIMITS.pollMs
  const ended = new AbortController()
  let stream = new AbortController()
  let streamOpen = false
  let streamTried = false
  /** The open stream has brought the list. */
  let streamCarries = false
  /** A pressed refresh has failed: the connection state says so until the next call ends. */
  let pressFailed = false
  /** Aborts the call in progress. */
  let asking: AbortController | null = null
  let askedAt = 0
  let passedMs = 0

  const isVisible = () => document.visibilityState === 'visible'
  const isCarried = () => streamCarries && store.silentMs() < silenceLimitMs(store.view().frozen)

  const refresh = async (isPressed: boolean): Promise<boolean> => {
    if (ended.signal.aborted) return false
    askedAt = passedMs
    asking?.abort()
    const own = new AbortController()
    asking = own
    const { signal } = own
    const outcome = await poll(store, mode, as, isCarried, signal)
    if (signal.aborted) return false
    asking = null
    pressFailed = isPressed && outcome === 'failed'
    switch (outcome) {
      case 'taken':
        // The sample list aborted the stream. The link state does not show that: a call may have failed since.
        if (stream.signal.aborted) {
          stream = new AbortController()
          follow()
        }
        // Before the stream's first attempt the state stays `connecting`: the list is not late.
        store.setTransport(streamTried ? 'polling' : 'connecting')
        return true
      case 'older':
        store.setTransport('streaming')
        return true
      case 'absent':
        await showSample()
        return true
      case 'failed':
        store.setTransport(!isCarried() ? 'failed' : isPressed ? 'unanswered' : 'streaming')
        return false
    }
  }

  /** A server without the call has no stream of the list either. Polling goes on, to notice when the call appears. */
  const showSample = async () => {
    stream.abort()
    streamOpen = streamCarries = false
    streamTried = false
    const sample = await import('./sample-rows.ts').catch(() => null)
    if (ended.signal.aborted) return
    if (sample === null) return store.setTransport('failed')
    store.snapshot({ version: null, source: 'cache', as_of: isoNow(), rows: sample.SAMPLE_ROWS }, 'sample')
    store.setTransport('sample')
  }

  /** Refreshes in the background, unless a call is in progress. */
  const askAgain = () => {
    if (asking === null) void refresh(false)
  }

  const follow = () => {
    const { signal } = stream
    void shareStream(
      `${PATHS.stream}?mode=${mode}`,
      {
        opened: () => {
          streamOpen = true
          streamTried = true
          store.heard()
        },
        heard: () => store.heard(),
        event: (event) => {
          if (signal.aborted || !takeEvent(store, event)) return
          streamCarries = true
          store.setTransport(pressFailed ? 'unanswered' : 'streaming')
        },
        lost: () => {
          // After a stream that carried the list, ask at once. After a stream that never opened, do not: a call after
          // each of its attempts would poll at the pace of its backoff instead of ours.
          const carried = streamOpen
          streamOpen = streamCarries = false
          streamTried = true
          if (carried) askAgain()
          else if (store.view().transport === 'connecting' && store.view().count !== null) store.setTransport('polling')
        },
      },
      signal,
      as,
    )
  }

  follow()
  void refresh(false)
  const timer = setInterval(() => {
    passedMs += WATCH_MS
    if ((isVisible() || !isCarried()) && passedMs - askedAt >= pollMs) askAgain()
  }, WATCH_MS)
  const awake = () => {
    if (isVisible()) askAgain()
  }
  document.addEventListener('visibilitychange', awake)
  addEventListener('online', awake)

  return {
    refresh: () => refresh(true),
    stop: () => {
      ended.abort()
      asking?.abort()
      stream.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', awake)
      removeEventListener('online', awake)
    },
  }
}

/**
 * Applies an event; true if it brought the list. An event that does not fit its schema is ignored: the next one may.
 */
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

/** `older`: the stream has brought a newer list. `absent`: the server has no carry call (CALL-32). */
type PollOutcome = 'taken' | 'older' | 'absent' | 'failed'

async function poll(
  store: ListStore,
  mode: Mode,
  as: Viewer,
  isCarried: () => boolean,
  signal: AbortSignal,
): Promise<PollOutcome> {
  try {
    const { value, headers } = await ask({ path: PATHS.lists[mode], answer: LISTS[mode], as, signal })
    // The stream's list is never older than the polled one; replacing it could only lose what is newer.
    if (isCarried()) return 'older'
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
    return 'taken'
  } catch (error) {
    // The connection state shows the failure (ERR-12).
    return mode === 'carry' && failureStatus(error) === 404 ? 'absent' : 'failed'
  }
}
