import { type Debugger, Session } from 'node:inspector/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** `forMs`: how long the loop had been blocked when its stack was read; `stack`: the innermost calls, one a line. */
export type BlockedLoop = { readonly forMs: number; readonly stack: string }

const LOOK_EVERY_MS = 50
/**
 * Looks without a heartbeat after which the loop counts as blocked. It is no time, since a suspended process misses
 * heartbeats too.
 */
const MISSED_LOOKS = 6
const LOG_EVERY_MS = 10_000
const MOST_CALLS = 30
/** Time limit of the inspector's answer: a loop in native code answers when it returns from there. */
const SEEN_WITHIN_MS = 10_000

const heartbeats = workerData as Int32Array

/** Reads the other thread's stack, which pauses it for a moment; no value of the program is read. */
async function callsNow(): Promise<string> {
  const session = new Session()
  session.connectToMainThread()
  // A pending inspector answer does not keep a thread alive (nodejs/node#28870).
  const awake = setInterval(() => undefined, SEEN_WITHIN_MS)
  try {
    const paused = new Promise<Debugger.CallFrame[]>((resolve) =>
      session.once('Debugger.paused', ({ params }) => resolve(params.callFrames)),
    )
    const urls = new Map<string, string>()
    session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url))
    await session.post('Debugger.enable')
    await session.post('Debugger.pause')
    const frames = await Promise.race([paused, pause(SEEN_WITHIN_MS, [])])
    return frames
      .slice(0, MOST_CALLS)
      .map((frame) => lineOf(frame, urls.get(frame.location.scriptId)))
      .join('\n')
  } finally {
    // Disconnecting also resumes the thread.
    session.disconnect()
    clearInterval(awake)
  }
}

function lineOf({ functionName, location }: Debugger.CallFrame, url = 'unknown'): string {
  return `at ${functionName || '(anonymous)'} (${url}:${location.lineNumber + 1}:${(location.columnNumber ?? 0) + 1})`
}

let seen = Atomics.load(heartbeats, 0)
let seenAt = performance.now()
let missed = 0
for (;;) {
  await pause(LOOK_EVERY_MS)
  const now = Atomics.load(heartbeats, 0)
  if (now !== seen) {
    seen = now
    seenAt = performance.now()
    missed = 0
    continue
  }
  if (++missed < MISSED_LOOKS) continue
  const stack = await callsNow()
  // The loop went on meanwhile: the stack is not the blocked call's.
  if (Atomics.load(heartbeats, 0) !== seen) continue
  const report: BlockedLoop = { forMs: Math.round(performance.now() - seenAt), stack }
  parentPort?.postMessage(report)
  await pause(LOG_EVERY_MS)
}
