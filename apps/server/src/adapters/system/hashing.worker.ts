import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type Algorithm, hashRawSync } from '@node-rs/argon2'
import type { HashJob } from './hash-threads.ts'

/** `Algorithm.Argon2id`: a const enum, which type stripping cannot read. */
const ARGON2ID = 2 as Algorithm
/** On a busy machine a third of the time of whoever answers; on one that has time it takes none longer. */
const NICER_BY = 5
const NICEST = 19

/**
 * Hashes yield to everything else of the process: without this fifty logins take the cores that the market is answered
 * and the books are read on. Only Linux has a priority for each thread, and only there is its id known.
 */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return
  try {
    const own = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    // Than the process, which may have been started to yield itself.
    setPriority(own, Math.min(NICEST, getPriority() + NICER_BY))
  } catch {
    // Where /proc is hidden or the call forbidden, hashes compete like everybody else.
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
