import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { EngineMessage, EngineRequest } from '../../app/engine-protocol/messages.ts'

/** The engine's thread: takes requests, posts messages and may end. */
export type EngineThread = {
  post(request: EngineRequest): void
  onMessage(heard: (message: EngineMessage) => void): void
  /** Called once, with the reason in words: an error of the thread, or its exit. */
  onEnd(ended: (reason: string) => void): void
  /** Ends the thread without asking it to stop. */
  terminate(): Promise<void>
}

/**
 * The whole environment of an engine's thread; its settings come as `workerData`. `ws` would load a native part, which
 * aborts the whole process when a thread ends while loading it. The part only masks what a client sends.
 */
const ENVIRONMENT: NodeJS.ProcessEnv = { WS_NO_BUFFER_UTIL: '1' }
/** Folder of this process's compiled code. Without it a thread loads Node's TypeScript stripper, 13 MiB. */
const codeCache = getCompileCacheDir()
if (codeCache !== undefined) ENVIRONMENT.NODE_COMPILE_CACHE = dirname(codeCache)

/**
 * Memory limits of the thread, MiB. Young objects: V8 copies between two halves, each a third of the limit. Old
 * objects: far more than the largest market needs, because V8 collects more often near the limit.
 */
const ROOM = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1_024 }

/** Starts the engine in a worker thread of its own. `workerData` must be plain data. */
export function startEngineThread(entry: URL, workerData: unknown): EngineThread {
  const worker = new Worker(entry, { workerData, env: ENVIRONMENT, resourceLimits: ROOM })
  return {
    post: (request) => worker.postMessage(request),
    onMessage: (heard) => worker.on('message', heard),
    onEnd: (ended) => {
      let isReported = false
      const tell = (reason: string) => {
        if (isReported) return
        isReported = true
        ended(reason)
      }
      worker.on('error', (error) => tell(error instanceof Error ? (error.stack ?? error.message) : String(error)))
      worker.on('messageerror', (error) => tell(`message that cannot be read: ${error.message}`))
      worker.on('exit', (code) => tell(`exit ${code}`))
    },
    terminate: async () => {
      await worker.terminate()
    },
  }
}
