import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ServerProcess } from '../../../http/testing/server-process.ts'

const MAIN = join(import.meta.dirname, '..', '..', '..', 'main.ts')
const FAILURES = fileURLToPath(new URL('./planted-failures.ts', import.meta.url))

/** Command of a server that loads `planted-failures.ts`. */
export const FAILING = [process.execPath, '--disable-proto=delete', '--import', FAILURES, MAIN]

/** Line on standard error once a request hangs. */
export const HELD = 'planted: an answer is held'

/** Failures that `planted-failures.ts` can plant. */
export type Failure = 'throw' | 'reject' | 'timer' | 'hang' | 'engine' | 'engine-of-shard-1' | 'engine-blocked'

/** Starts the real server with a small demo market; `plant` makes it fail. */
export function failingServer(settings: Record<string, string> = {}): ServerProcess {
  const small = { MARKET: 'demo', SIM_SYMBOLS: '5', LIVE_FOR_ALL: '1', RATE_LIMIT_SCALE: '1000', LOG_LEVEL: 'info' }
  return new ServerProcess({ ...small, ...settings }, undefined, { command: FAILING })
}

/** Requests a list and plants a failure with the request; returns whether the request was answered. */
export async function plant(origin: string, failure: Failure): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/api/market-stats`, { headers: { 'x-planted': failure, connection: 'close' } })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
