import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endPostgres } from '../../../adapters/storage/testing/end-postgres.ts'
import { ServerProcess } from '../../../http/testing/server-process.ts'
import { eventually } from '../../../http/testing/test-server.ts'
import { INSIDE_HEADER, type ProcessUse } from './inside.ts'

const MAIN = fileURLToPath(new URL('../../../main.ts', import.meta.url))
const INSIDE = fileURLToPath(new URL('./inside.ts', import.meta.url))
const COMMAND = [process.execPath, '--disable-proto=delete', '--expose-gc', '--import', INSIDE, MAIN]
const SETTINGS = { MARKET: 'demo', SIM_SYMBOLS: '20', RATE_LIMIT_SCALE: '1000', LOG_LEVEL: 'info', DATABASE_URL: '' }

type LogLine = { readonly msg: string; readonly [key: string]: unknown }

/** Returns '' for the error of a failed connection of `fetch`; rethrows others. */
function unlessNotReached(error: unknown): string {
  if (error instanceof TypeError) return ''
  throw error
}

/** The real server on the demo market, in a separate process with `inside.ts` loaded. */
export class WatchedServer {
  readonly process: ServerProcess
  readonly origin: string

  private constructor(process: ServerProcess, origin: string) {
    this.process = process
    this.origin = origin
  }

  /** Starts a server and waits for its list; in a new data folder, or in that of a server before it. */
  static async started(
    settings: Readonly<Record<string, string>> = {},
    dataDir = mkdtempSync(join(tmpdir(), 'makas-watched-')),
  ): Promise<WatchedServer> {
    const process = new ServerProcess({ ...SETTINGS, ...settings }, dataDir, { command: COMMAND })
    const server = new WatchedServer(process, await process.origin())
    await server.becomes({ market: 'demo' })
    return server
  }

  /** Waits until `/readyz` has the wanted fields. */
  becomes(wanted: { readonly market?: string; readonly database?: string }): Promise<void> {
    return eventually(async () => {
      const text = await fetch(`${this.origin}/readyz`).then((answer) => answer.text(), unlessNotReached)
      const said = (text === '' ? {} : JSON.parse(text)) as Record<string, string>
      return Object.entries(wanted).every(([part, state]) => said[part] === state)
    })
  }

  /** Memory, handles and timers of its threads after a garbage collection. */
  async use(): Promise<ProcessUse> {
    return (await (await this.#inside('use')).json()) as ProcessUse
  }

  /** Blocks the event loop of its HTTP thread for `ms`. */
  async hold(ms: number): Promise<void> {
    await (await this.#inside(`busy ${ms}`)).arrayBuffer()
  }

  /** Sum of a metric of `/metrics` over its labels; 0 where there is none. */
  async figure(name: string): Promise<number> {
    let text = ''
    // A connection may fail while thousands come at once; then it tries again.
    await eventually(async () => {
      text = await fetch(`${this.origin}/metrics`).then((answer) => answer.text(), unlessNotReached)
      return text !== ''
    })
    const values = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))]
    return values.reduce((sum, [, value]) => sum + Number(value), 0)
  }

  /** Log lines of an event. */
  logged(event: string): LogLine[] {
    const lines = this.process.stderr.split('\n').filter((line) => line.includes(`"${event}"`))
    return lines.map((line) => JSON.parse(line) as LogLine).filter(({ msg }) => msg === event)
  }

  /** Ends it and leaves its data folder, and after SIGKILL its running database, to the next server. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.process.signal(signal)
    await this.process.exit
  }

  /** Ends it and removes its data. */
  async remove(): Promise<void> {
    await this.end('SIGKILL')
    endPostgres(this.process.dataDir)
    rmSync(this.process.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }

  #inside(wish: string): Promise<Response> {
    return fetch(`${this.origin}/healthz`, { headers: { [INSIDE_HEADER]: wish } })
  }
}
