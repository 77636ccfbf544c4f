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

/** Idle threads. One is made when there is none, and none keeps the process alive. */
const idle: Worker[] = []

/** The argon2id tag, computed in a thread of low priority. */
export async function hashInThread(job: HashJob): Promise<Uint8Array> {
  const thread = idle.pop() ?? new Worker(THREAD)
  thread.ref()
  try {
    const tag = await answerTo(thread, job)
    thread.unref()
    idle.push(thread)
    return tag
  } catch (error) {
    void thread.terminate()
    throw error
  }
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
