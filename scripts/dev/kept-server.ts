import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { root } from '../run-command.ts'

/** The line with which the server tells its own address, once it listens. */
const LISTENS = /^Makas: http/

type Options = {
  readonly env: Readonly<Record<string, string>>
  /** Called each time the server listens. */
  readonly listens: () => void
  readonly say: (line: string) => void
}

/** The server of `npm run dev`, restarted when its code changes. */
export class KeptServer {
  readonly #options: Options
  #child: ChildProcess | null = null
  #isWanted = true
  /** Whether the running process was asked to end so that a new process follows. */
  #isRenewed = false

  constructor(options: Options) {
    this.#options = options
    this.#start()
  }

  /** Restarts the server; starts it where it has ended by itself. */
  renew(): void {
    if (!this.#isWanted || this.#isRenewed) return
    if (this.#child === null) this.#start()
    else {
      this.#isRenewed = true
      this.#child.kill('SIGTERM')
    }
  }

  /** Ends the server for good. */
  async stop(): Promise<void> {
    this.#isWanted = false
    const child = this.#child
    if (child === null) return
    child.kill('SIGTERM')
    await once(child, 'close')
  }

  #start(): void {
    const { env, listens, say } = this.#options
    const child = spawn(process.execPath, ['--disable-proto=delete', 'apps/server/src/main.ts'], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#child = child
    createInterface({ input: child.stdout }).on('line', (line) => {
      // The site is at Vite's address: the server's own address would only mislead.
      if (LISTENS.test(line)) listens()
      else process.stdout.write(`${line}\n`)
    })
    child.once('close', (code, signal) => {
      this.#child = null
      if (!this.#isWanted) return
      if (this.#isRenewed) {
        this.#isRenewed = false
        this.#start()
      } else
        say(`the server has ended (${signal ?? `exit code ${code}`}); it starts again with the next change of its code`)
    })
  }
}
