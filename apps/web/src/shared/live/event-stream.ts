import { backOffMs, HEADERS, LIMITS } from '@makas/contract'
import { freshToken, renewToken } from '../session/renew.ts'
import type { Audience } from '../session/session.ts'
import { chance } from './chance.ts'
import { type SseEvent, SseParser } from './sse-parser.ts'

export type StreamWatcher = {
  /** A byte came, heartbeats included. */
  readonly heard: () => void
  readonly opened: () => void
  readonly event: (event: SseEvent) => void
  /** The connection is lost; the next attempt follows by itself. */
  readonly lost: () => void
}

/** Silence after which a connection counts as dead, ms: two heartbeats and 5 s. */
const DEAD_AFTER_MS = 2 * LIMITS.streamHeartbeatMs + 5_000

/**
 * Keeps a stream of server-sent events open until `stop` aborts, with the bearer token of `as`. Uses fetch, because
 * EventSource can send no header. Resumes with `Last-Event-ID`, waits with full jitter between attempts, and obeys
 * `retry:` and `Retry-After`.
 */
export async function followStream(
  path: string,
  watcher: StreamWatcher,
  stop: AbortSignal,
  as: Audience | 'visitor' = 'visitor',
): Promise<void> {
  let lastId: string | null = null
  let attempt = 0
  while (!stop.aborted) {
    const outcome = await readOnce(path, lastId, watcher, stop, as)
    if (stop.aborted) return
    watcher.lost()
    lastId = outcome.lastId
    attempt = outcome.events > 0 ? 0 : attempt + 1
    await pause(backOffMs(attempt, outcome.waitMs ?? 0, chance), stop)
  }
}

type Outcome = { readonly lastId: string | null; readonly events: number; readonly waitMs: number | null }

async function readOnce(
  path: string,
  resumeFrom: string | null,
  watcher: StreamWatcher,
  stop: AbortSignal,
  as: Audience | 'visitor',
): Promise<Outcome> {
  const silent = new AbortController()
  let watchdog = setTimeout(() => silent.abort(), DEAD_AFTER_MS)
  const parser = new SseParser()
  let lastId = resumeFrom
  let events = 0
  try {
    const token = as === 'visitor' ? null : await freshToken(as)
    const response = await unlessLost(
      fetch(path, {
        headers: {
          accept: 'text/event-stream',
          ...(lastId === null ? {} : { [HEADERS.lastEventId]: lastId }),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        cache: 'no-store',
        signal: AbortSignal.any([stop, silent.signal]),
      }),
    )
    // Renews a refused token before the next attempt; a failed renewal ends the session.
    if (response?.status === 401 && as !== 'visitor' && token !== null) await renewToken(as, token)
    if (!response?.ok || !response.body) return { lastId, events, waitMs: response ? askedWait(response) : null }
    watcher.opened()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const piece = await unlessLost(reader.read())
      if (!piece || piece.done) return { lastId, events, waitMs: parser.retryMs }
      clearTimeout(watchdog)
      watchdog = setTimeout(() => silent.abort(), DEAD_AFTER_MS)
      watcher.heard()
      for (const event of parser.push(piece.value)) {
        lastId = event.id ?? lastId
        events++
        watcher.event(event)
      }
    }
  } finally {
    clearTimeout(watchdog)
    silent.abort()
  }
}

/** Null if the connection breaks (TypeError) or is aborted (DOMException): both end a stream as expected. */
async function unlessLost<T>(step: Promise<T>): Promise<T | null> {
  try {
    return await step
  } catch (cause) {
    if (cause instanceof TypeError || cause instanceof DOMException) return null
    throw cause
  }
}

function askedWait(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(60_000, seconds * 1000) : null
}

/** Waits `ms`, or until the browser is online again or the stream is aborted. */
function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      stop.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    stop.addEventListener('abort', end)
  })
}
