import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type Algorithm, hashRawSync } from '@node-rs/argon2'
import type { HashJob } from './hash-threads.ts'

/** `Algorithm.Argon2id`: a const enum, which type stripping cannot read. */
const ARGON2ID = 2 as Algorithm
/** Niceness added: on a busy machine a third of the other threads' time, on an idle one no delay. */
const NICER_BY = 5
const NICEST = 19

/**
 * Lowers this thread's priority: without it fifty logins take the cores on which calls are answered and books read.
 * Only Linux has a priority for each thread and shows the thread's id.
 */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return
  try {
    const own = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    // Relative to the process, which may have been started with a niceness itself.
    setPriority(own, Math.min(NICEST, getPriority() + NICER_BY))
  } catch {
    // Where /proc is hidden or the call forbidden, hashes run at the usual priority.
  }
}

if (parentPort) {
  yieldToOthers()
  const port = parentPort
  port.on('message', ({ password, salt, cost, tagBytes }: HashJob) => {
    const options = { memoryCost: cost.memory, timeCost: cost.passes, parallelism: cost.lanes, outputLen: tagBytes }
    const tag = hashRawSync(password, { algorithm: ARGON2ID, ...options, salt: Buffer.from(salt) })
    port.postMessage(Uint8Array.from(tag))
  })
}
