import { backOffMs, HEADERS, LIMITS } from '@makas/contract'
import { freshToken, renewToken } from '../session/renew.ts'
import type { Audience } from '../session/session.ts'
import { chance } from './chance.ts'
import { type SseEvent, SseParser } from './sse-parser.ts'

export type StreamWatcher = {
  /** Any byte came, heartbeats included. */
  readonly heard: () => void
  readonly opened: () => void
  readonly event: (event: SseEvent) => void
  /** The connection is gone; the next try follows by itself. */
  readonly lost: () => void
}

/** Two heartbeats and some: a connection silent for longer is dead even if nobody said so. */
const DEAD_AFTER_MS = 2 * LIMITS.streamHeartbeatMs + 5_000

/**
 * Keeps a stream of server-sent events open by fetch (EventSource can send no header) until `stop` aborts, with the bearer of
 * whoever is logged in where `as` says so.
 * Resumes with `Last-Event-ID`, waits with full jitter between tries, keeps to `retry:` and `Retry-After`.
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
    // A refused token is traded for a new one before the next try; a session that is over ends with that.
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

/** A connection that breaks (TypeError) or is given up (DOMException) is the expected end of a stream: null. */
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

/** Waits, but no longer than until the browser is online again or the stream is given up. */
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
