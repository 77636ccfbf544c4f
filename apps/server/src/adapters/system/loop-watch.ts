import { Worker } from 'node:worker_threads'
import type { BlockedLoop } from './loop-watch.worker.ts'

/** The other thread counts its looks, one in 50 ms, that find no new one of these. */
const HEARTBEAT_EVERY_MS = 50
const THREAD = new URL('./loop-watch.worker.ts', import.meta.url)

type Log = (level: 'warn' | 'error', event: string, data: object) => void

/**
 * Watches this thread's event loop from another one, and logs what ran when it stood still (reliability-matrix.md C6). Until
 * then it costs a timer that adds one; only while the loop stands does a debugger look in, within the process.
 */
export function watchLoop(log: Log): void {
  const heartbeats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  setInterval(() => Atomics.add(heartbeats, 0, 1), HEARTBEAT_EVERY_MS).unref()
  const thread = new Worker(THREAD, { workerData: heartbeats, env: {} })
  thread.on('message', ({ forMs, stack }: BlockedLoop) => log('warn', 'event-loop-blocked', { forMs, stack }))
  thread.on('error', (error) => log('error', 'loop-watch-ended', { reason: error.message }))
  thread.unref()
}
