import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import { BroadcastChannel, isMainThread, workerData } from 'node:worker_threads'

/*
 * Loaded before `main.ts` with `--import`, in its process and its threads: a request with the header `x-planted` fails
 * in a way that the server's own code cannot, or makes the engine's thread fail.
 */

const engine = new BroadcastChannel('planted')
engine.unref()

const planted = (): Error => new Error('planted')

const FAILURES: Readonly<Record<string, (response: ServerResponse) => void>> = {
  /** Throws in the request event, outside of any try block. */
  throw: () => {
    throw planted()
  },
  reject: () => void Promise.reject(planted()),
  timer: () => void setTimeout(() => void fail(), 0),
  /** Swallows the answer; the handler believes it was sent. */
  hang: (response) => {
    response.write = () => true
    response.end = () => {
      process.stderr.write('planted: an answer is held\n')
      return response
    }
  },
  engine: () => engine.postMessage('fail'),
  'engine-of-shard-1': () => engine.postMessage('fail 1'),
  'engine-blocked': () => engine.postMessage('block'),
}

function fail(): never {
  throw planted()
}

if (isMainThread) {
  const emit = Server.prototype.emit
  Server.prototype.emit = function (event: string | symbol, ...args: unknown[]): boolean {
    if (event === 'request') {
      const [{ headers }, response] = args as [IncomingMessage, ServerResponse]
      FAILURES[String(headers['x-planted'])]?.(response)
    }
    return Reflect.apply(emit, this, [event, ...args])
  }
} else if ((workerData as { market?: unknown } | null)?.market !== undefined) {
  // Only the engine's thread has `market` in its data.
  const { shard } = workerData as { shard?: { shard: number } }
  engine.onmessage = ({ data }: { data: unknown }) => {
    if (data === 'block') for (;;);
    if (data === 'fail' || data === `fail ${shard?.shard}`) setTimeout(fail, 0)
  }
}
