// Loaded before the real server (`--import`), in each of its threads: lets a test hold the event loop within the handling of a
// request, and asks for what is in use after all garbage is gone. The server's own code is not changed.
import { Server, type ServerResponse } from 'node:http'
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads'

/** What one thread has in use: bytes of its heap after a collection, and how many of each kind of handle and timer. */
export type ThreadUse = {
  readonly thread: number
  readonly heap: number
  readonly resources: Readonly<Record<string, number>>
}
export type ProcessUse = { readonly rss: number; readonly external: number; readonly threads: readonly ThreadUse[] }

/** The header of a request that is for this file: `busy 500` holds the loop for 500 ms, `use` tells what is in use. */
export const INSIDE_HEADER = 'x-inside'
/** A collection in a thread that has much to do takes its time. */
const THREADS_ANSWER_WITHIN_MS = 3_000
const LOOK_EVERY_MS = 20
/** How many other threads have answered so far: all of them are waited for, so that sums can be compared. */
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
  // The first time nobody knows how many there are.
  while (performance.now() < until && (others === 0 || threads.length < others)) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  others = Math.max(others, threads.length)
  threads.push(ownUse())
  const { rss, external } = process.memoryUsage()
  return { rss, external, threads: threads.toSorted((a, b) => a.thread - b.thread) }
}

/** Named, so that a stack shows it. */
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
