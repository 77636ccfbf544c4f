import { type Audience, userSession } from '../session/session.ts'
import { followStream, type StreamWatcher } from './event-stream.ts'
import type { SseEvent } from './sse-parser.ts'

/** What the tab with the stream tells the others. */
type News = { readonly kind: 'heard' | 'opened' | 'lost' } | { readonly kind: 'event'; readonly event: SseEvent }

/** Said by a new tab: it needs a whole list next. */
const JOINED = 'joined'

/** How long a page may be out of sight before it gives the stream back, ms. */
const GIVE_BACK_MS = 10_000

/**
 * Follows a stream until `stop` aborts. All tabs of this browser that follow the same path as the same user share one
 * stream, because a browser opens only six connections to a host, and a stream keeps a connection. The tab with the
 * lock reads the stream and tells the others; a page out of sight gives the lock to the next tab. Without locks (an
 * address without TLS) each page in sight reads its own stream.
 */
export async function shareStream(
  path: string,
  watcher: StreamWatcher,
  stop: AbortSignal,
  as: Audience | 'visitor',
): Promise<void> {
  const name = `makas.stream ${path} ${as === 'visitor' ? as : userSession.user()?.id}`
  const channel = new BroadcastChannel(name)
  /** Begins the stream anew; null while another tab has the stream. */
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
      // Before its first event a stream is about to bring the whole list anyway.
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

/** Runs `act` in one tab at a time if the browser has locks; not at all if `ends` aborts during the wait. */
async function alone(name: string, ends: AbortSignal, act: (ends: AbortSignal) => Promise<void>): Promise<void> {
  if (ends.aborted) return
  if (!('locks' in navigator)) return act(ends)
  try {
    await navigator.locks.request(name, { signal: ends }, () => act(ends))
  } catch (cause) {
    if (cause !== ends.reason) throw cause
  }
}

/** A period that begins once the page is in sight, and ends after long out of sight or with `stop`. */
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
