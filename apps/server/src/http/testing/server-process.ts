import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endPostgres } from '../../adapters/storage/testing/end-postgres.ts'
import { bareEnv } from './bare-env.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'main.ts')

const LAST_LENGTH = 2_000

const running = new Set<ServerProcess>()

/** Ends servers that a test which failed left running. */
export async function endLeftServers(): Promise<void> {
  for (const server of [...running]) {
    server.signal('SIGKILL')
    endPostgres(server.dataDir)
    await server.exit
  }
}

/** `within`: command words before the server's; `command`: another server than that of this tree. */
type StartOptions = { readonly within?: readonly string[]; readonly command?: readonly string[]; readonly cwd?: string }

/** The real server in a process of its own, on a free port, with a data folder that is deleted at its end. */
export class ServerProcess {
  readonly child: ChildProcess
  /** `signal`: the signal that ended it, if one did; `last`: the end of its stderr. */
  readonly exit: Promise<{
    readonly code: number | null
    readonly signal: NodeJS.Signals | null
    readonly last: string
    readonly afterMs: number
  }>
  readonly #dataDir: string
  readonly #startedAt = performance.now()
  #signalledAt = performance.now()
  stdout = ''
  stderr = ''

  /** Starts in a data folder of its own, or in a given one that outlasts it. */
  constructor(settings: Record<string, string>, dataDir?: string, how: StartOptions = {}) {
    const { within = [], command = [process.execPath, '--disable-proto=delete', MAIN], cwd } = how
    this.#dataDir = dataDir ?? mkdtempSync(join(tmpdir(), 'makas-data-'))
    const [program = '', ...args] = [...within, ...command]
    this.child = spawn(program, args, {
      cwd,
      env: { ...bareEnv(), PORT: '0', DATA_DIR: this.#dataDir, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child.stdout?.on('data', (piece: Buffer) => {
      this.stdout += piece.toString()
    })
    this.child.stderr?.on('data', (piece: Buffer) => {
      this.stderr += piece.toString()
    })
    running.add(this)
    this.exit = new Promise((resolve) =>
      this.child.once('close', (code, signal) => {
        running.delete(this)
        if (dataDir === undefined) rmSync(this.#dataDir, { recursive: true, force: true })
        const last = this.stderr.slice(-LAST_LENGTH)
        resolve({ code, signal, last, afterMs: performance.now() - this.#signalledAt })
      }),
    )
  }

  get dataDir(): string {
    return this.#dataDir
  }

  /** ms since the process was started. */
  get ageMs(): number {
    return performance.now() - this.#startedAt
  }

  /** The origin that the server printed; waits for that. */
  async origin(): Promise<string> {
    for (;;) {
      const [, origin] = this.stdout.match(/^Makas: (http:\S+)$/m) ?? []
      if (origin !== undefined) return origin
      if (this.child.exitCode !== null) throw new Error(`ended with ${this.child.exitCode}: ${this.stderr}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  signal(name: NodeJS.Signals): void {
    this.#signalledAt = performance.now()
    this.child.kill(name)
  }
}
