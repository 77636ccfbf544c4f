// Loaded before the real server (`--import`) in each of its threads: lets a test block the event loop within a request
// handler, and reports memory, handles and timers after a garbage collection. The server's own code is unchanged.
import { Server, type ServerResponse } from 'node:http'
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads'

/** Use of one thread: heap bytes after a garbage collection, and the number of handles and timers of each kind. */
export type ThreadUse = {
  readonly thread: number
  readonly heap: number
  readonly resources: Readonly<Record<string, number>>
}
export type ProcessUse = { readonly rss: number; readonly external: number; readonly threads: readonly ThreadUse[] }

/** Header of requests for this file: `busy 500` blocks the loop for 500 ms, `use` is answered with a `ProcessUse`. */
export const INSIDE_HEADER = 'x-inside'
/** Longest wait for other threads' answers, ms; a busy thread collects garbage late. */
const THREADS_ANSWER_WITHIN_MS = 3_000
const LOOK_EVERY_MS = 20
/** Most other threads that have answered so far; all of them are waited for, so that sums can be compared. */
let others = 0

const channel = new BroadcastChannel('makas-inside')
channel.unref()

function ownUse(): ThreadUse {
  globalThis.gc?.()
  const resources: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1
  return { thread: threadId, heap: process.memoryUsage().heapUsed, resources }
}

async function allUse(): Promise<ProcessUse> {
  const threads: ThreadUse[] = []
  channel.onmessage = (message) => {
    const { data } = message as { data: unknown }
    if (data !== 'use') threads.push(data as ThreadUse)
  }
  channel.postMessage('use')
  const until = performance.now() + THREADS_ANSWER_WITHIN_MS
  // At the first call the number of threads is unknown, so it waits for the whole time.
  while (performance.now() < until && (others === 0 || threads.length < others)) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  others = Math.max(others, threads.length)
  threads.push(ownUse())
  const { rss, external } = process.memoryUsage()
  return { rss, external, threads: threads.toSorted((a, b) => a.thread - b.thread) }
}

/** Blocks the event loop; its name is looked for in the logged stack. */
function holdTheLoop(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

if (isMainThread) {
  const emit = Server.prototype.emit
  Server.prototype.emit = function (this: Server, name: string, ...args: unknown[]) {
    const [request, response] = args as [{ headers: Record<string, string> } | undefined, ServerResponse]
    const [wish, value] = (name === 'request' && request?.headers[INSIDE_HEADER]?.split(' ')) || []
    if (wish === 'busy') holdTheLoop(Number(value))
    if (wish === 'use') {
      void allUse().then((use) => response.end(JSON.stringify(use)))
      return true
    }
    return Reflect.apply(emit, this, [name, ...args])
  } as typeof emit
} else {
  channel.onmessage = (message) => {
    const { data } = message as { data: unknown }
    if (data === 'use') channel.postMessage(ownUse())
  }
}
