import { Worker } from 'node:worker_threads'

/** argon2's cost: memory in KiB, passes, lanes. */
export type HashCost = { readonly memory: number; readonly passes: number; readonly lanes: number }

export type HashJob = {
  readonly password: string
  readonly salt: Uint8Array
  readonly cost: HashCost
  readonly tagBytes: number
}

const THREAD = new URL('./hashing.worker.ts', import.meta.url)

/** Time without a hash after which a thread is ended, to free its memory, ms. */
const IDLE_MS = 60_000
/** A thread makes nearly no objects: a hash's memory lies outside the heap. */
const ROOM = { maxYoungGenerationSizeMb: 1 }

type IdleThread = { readonly thread: Worker; readonly ending: NodeJS.Timeout }

/**
 * Idle threads, the last one used at the end. A thread is made when none is idle; no thread keeps the process alive.
 */
const idle: IdleThread[] = []

/** The argon2id tag, computed in a thread of low priority. */
export async function hashInThread(job: HashJob): Promise<Uint8Array> {
  const thread = taken() ?? new Worker(THREAD, { resourceLimits: ROOM })
  thread.ref()
  try {
    const tag = await answerTo(thread, job)
    thread.unref()
    rest(thread)
    return tag
  } catch (error) {
    void thread.terminate()
    throw error
  }
}

function taken(): Worker | undefined {
  const last = idle.pop()
  clearTimeout(last?.ending)
  return last?.thread
}

function rest(thread: Worker): void {
  const ending = setTimeout(() => {
    idle.splice(
      idle.findIndex((one) => one.thread === thread),
      1,
    )
    void thread.terminate()
  }, IDLE_MS).unref()
  idle.push({ thread, ending })
}

function answerTo(thread: Worker, job: HashJob): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const answered = (tag: Uint8Array) => finish(() => resolve(tag))
    const failed = (error: unknown) => finish(() => reject(error))
    const ended = (code: number) => failed(new Error(`a hashing thread ended with ${code}`))
    const finish = (then: () => void) => {
      thread.off('message', answered).off('error', failed).off('exit', ended)
      then()
    }
    thread.on('message', answered).on('error', failed).on('exit', ended)
    thread.postMessage(job)
  })
}
