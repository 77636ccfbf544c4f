import { type Audience, userSession } from '../session/session.ts'
import { followStream, type StreamWatcher } from './event-stream.ts'
import type { SseEvent } from './sse-parser.ts'

/** What the tab with the stream tells the others. */
type News = { readonly kind: 'heard' | 'opened' | 'lost' } | { readonly kind: 'event'; readonly event: SseEvent }

/** What a tab that has just come says: the next event must be a whole list. */
const JOINED = 'joined'

/** How long a page may be out of sight before it gives the stream back, ms. */
const GIVE_BACK_MS = 10_000

/**
 * Follows a stream until `stop` aborts, once for all tabs of this browser that follow the same path as the same person:
 * a browser opens six connections to a host, and a stream takes one for as long as it is open. The tab that has the lock
 * reads it and tells the others; a page out of sight leaves it to the next. A browser without locks, as on an address
 * without TLS, reads one stream for each page in sight.
 */
export async function shareStream(
  path: string,
  watcher: StreamWatcher,
  stop: AbortSignal,
  as: Audience | 'visitor',
): Promise<void> {
  const name = `makas.stream ${path} ${as === 'visitor' ? as : userSession.person()?.id}`
  const channel = new BroadcastChannel(name)
  /** Begins the stream anew; null while another tab has it. */
  let begin: (() => void) | null = null
  const hear = (news: News) => (news.kind === 'event' ? watcher.event(news.event) : watcher[news.kind]())
  channel.onmessage = ({ data }: MessageEvent<News | typeof JOINED>) => {
    if (data === JOINED) begin?.()
    else if (!stop.aborted) hear(data)
  }
  const tell = (news: News) => {
    hear(news)
    channel.postMessage(news)
  }

  async function lead(turn: AbortSignal): Promise<void> {
    while (!turn.aborted) {
      const again = new AbortController()
      let isWhole = false
      // A stream that has brought nothing yet begins with the whole list anyway.
      begin = () => isWhole && again.abort()
      const told: StreamWatcher = {
        heard: () => tell({ kind: 'heard' }),
        opened: () => tell({ kind: 'opened' }),
        lost: () => tell({ kind: 'lost' }),
        event: (event) => {
          isWhole = true
          tell({ kind: 'event', event })
        },
      }
      await followStream(path, told, AbortSignal.any([turn, again.signal]), as)
    }
    begin = null
  }

  channel.postMessage(JOINED)
  while (!stop.aborted) {
    const turn = whileInSight(stop)
    await turn.begins
    await alone(name, turn.ends, lead)
  }
  channel.close()
}

/** Runs in one tab at a time where the browser has locks, unless it is ended while it waits. */
async function alone(name: string, ends: AbortSignal, act: (ends: AbortSignal) => Promise<void>): Promise<void> {
  if (ends.aborted) return
  if (!('locks' in navigator)) return act(ends)
  try {
    await navigator.locks.request(name, { signal: ends }, () => act(ends))
  } catch (cause) {
    if (cause !== ends.reason) throw cause
  }
}

/** A time that begins when the page is in sight, and ends when it has been out of sight for long, or with `stop`. */
function whileInSight(stop: AbortSignal): { readonly begins: Promise<void>; readonly ends: AbortSignal } {
  const end = new AbortController()
  const ends = AbortSignal.any([stop, end.signal])
  const begins = new Promise<void>((resolve) => {
    let hasBegun = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') {
        hasBegun = true
        resolve()
      } else if (hasBegun) timer = setTimeout(() => end.abort(), GIVE_BACK_MS)
    }
    document.addEventListener('visibilitychange', look, { signal: ends })
    ends.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
    look()
  })
  return { begins, ends }
}
