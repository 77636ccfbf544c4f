import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ServerProcess } from '../../http/testing/server-process.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'main.ts')
const FAILURES = fileURLToPath(new URL('./planted-failures.ts', import.meta.url))

/** The command of a server that knows them. */
export const FAILING = [process.execPath, '--disable-proto=delete', '--import', FAILURES, MAIN]

/** What it says once a request is in hand that hangs. */
export const HELD = 'planted: an answer is held'

/** Ways to fail that `planted-failures.ts` knows. */
export type Failure = 'throw' | 'reject' | 'timer' | 'hang' | 'engine' | 'engine-of-shard-1' | 'engine-blocked'

/** The real server with a small demo market, which fails when it is asked to (`plant`). */
export function failingServer(settings: Record<string, string> = {}): ServerProcess {
  const small = { MARKET: 'demo', SIM_SYMBOLS: '5', LIVE_FOR_ALL: '1', RATE_LIMIT_SCALE: '1000', LOG_LEVEL: 'info' }
  return new ServerProcess({ ...small, ...settings }, undefined, { command: FAILING })
}

/** Asks for a list, and plants a failure with the request; whether that was answered. */
export async function plant(origin: string, failure: Failure): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/api/market-stats`, { headers: { 'x-planted': failure, connection: 'close' } })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
