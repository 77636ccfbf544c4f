import { Worker } from 'node:worker_threads'
import { codeCache } from './code-cache.ts'
import type { BlockedLoop } from './loop-watch.worker.ts'

/** Interval of heartbeats. The watching thread looks every 50 ms, and counts its looks without a new heartbeat. */
const HEARTBEAT_EVERY_MS = 50
const THREAD = new URL('./loop-watch.worker.ts', import.meta.url)

/** The thread makes nearly no objects. */
const ROOM = { maxYoungGenerationSizeMb: 1 }

type Log = (level: 'warn' | 'error', event: string, data: Readonly<Record<string, unknown>>) => void

/**
 * Watches this thread's event loop from another thread, and logs the stack when the loop is blocked
 * (reliability-matrix.md C6). It costs one timer; an inspector session within the process is opened only while the loop
 * is blocked.
 */
export function watchLoop(log: Log): void {
  const heartbeats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  setInterval(() => Atomics.add(heartbeats, 0, 1), HEARTBEAT_EVERY_MS).unref()
  const thread = new Worker(THREAD, { workerData: heartbeats, env: codeCache, resourceLimits: ROOM })
  thread.on('message', ({ forMs, stack }: BlockedLoop) => log('warn', 'event-loop-blocked', { forMs, stack }))
  thread.on('error', (error) => log('error', 'loop-watch-ended', { reason: error.message }))
  thread.unref()
}
