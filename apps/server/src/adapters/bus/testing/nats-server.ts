import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

/** Folder of the fetched program, inside of the repository but ignored by git. */
const CACHE = join(import.meta.dirname, '..', '..', '..', '..', '..', '..', 'data', 'test-tools', 'nats-server')
const IN_PACKAGE = join('usr', 'sbin', 'nats-server')
const FETCH_WITHIN_MS = 60_000

/** Reason of a skipped test. */
export const NO_NATS = 'no NATS server: set NATS_SERVER_PATH, or install nats-server'

/** The program: `NATS_SERVER_PATH`, the machine's own, or Debian's package, fetched once; null where there is none. */
export function natsProgram(): string | null {
  const named = process.env.NATS_SERVER_PATH
  if (named !== undefined && named !== '') return named
  const installed = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'nats-server'))
    .find((path) => existsSync(path))
  return installed ?? cached() ?? fetched()
}

const cached = (): string | null => (existsSync(join(CACHE, IN_PACKAGE)) ? join(CACHE, IN_PACKAGE) : null)

/** Fetches and unpacks the package, which needs no rights; of two callers at once the second finds it there. */
function fetched(): string | null {
  mkdirSync(dirname(CACHE), { recursive: true })
  const folder = mkdtempSync(`${CACHE}-`)
  try {
    if (!run('apt-get', ['download', 'nats-server'], folder)) return null
    const found = readdirSync(folder).find((name) => name.endsWith('.deb'))
    if (found === undefined || !run('dpkg', ['-x', found, 'unpacked'], folder)) return null
    if (cached() === null) renameSync(join(folder, 'unpacked'), CACHE)
  } catch (error) {
    if (cached() === null) throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return cached()
}

const run = (command: string, args: readonly string[], cwd: string): boolean =>
  spawnSync(command, args, { cwd, stdio: 'ignore', timeout: FETCH_WITHIN_MS }).status === 0

/** A test's own NATS server on a free port, which may be killed and started again there. */
export class NatsServer {
  readonly port: number
  readonly #program: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'makas-nats-'))
  #child: ChildProcess | null = null

  private constructor(program: string, port: number) {
    this.#program = program
    this.port = port
  }

  static async started(program: string, settings = ''): Promise<NatsServer> {
    const server = new NatsServer(program, await freePort())
    writeFileSync(join(server.#folder, 'nats.conf'), `listen: "127.0.0.1:${server.port}"\n${settings}\n`)
    await server.start()
    return server
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const child = spawn(this.#program, ['-c', join(this.#folder, 'nats.conf')], { stdio: 'ignore' })
    this.#child = child
    while (!(await answers(this.port))) {
      if (child.exitCode !== null) throw new Error(`the NATS server ended with ${child.exitCode}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(name)
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('data', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
