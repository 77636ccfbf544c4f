import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'vitest'
import type { BusKeys } from '../../../adapters/bus/message-codes.ts'
import { NatsServer, NO_NATS, natsProgram } from '../../../adapters/bus/testing/nats-server.ts'
import { databaseUrlOf, makeTestDatabase, type TestDatabase } from '../../../adapters/storage/testing/test-database.ts'
import { busKeysIn, makeKeyRing } from '../../../adapters/system/keys/key-file.ts'
import { createSystemClock } from '../../../adapters/system/system-clock.ts'
import { ServerProcess } from '../../../http/testing/server-process.ts'
import { eventually, jsonOf } from '../../../http/testing/test-server.ts'
import { marketCall } from '../load/market-call.ts'

/** Timeout of waits, ms, long enough for a busy machine; tests measure shorter targets themselves. */

/** Real processes of several roles on one database and one bus of the test's own; they end with the test. */
export class Nodes {
  readonly nats: NatsServer
  readonly db: TestDatabase
  readonly databaseUrl: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'makas-nodes-'))
  readonly #keyFile = join(this.#folder, 'master.key')
  readonly #running: ServerProcess[] = []

  private constructor(nats: NatsServer, db: TestDatabase) {
    this.nats = nats
    this.db = db
    this.databaseUrl = databaseUrlOf(db.owner)
    makeKeyRing(this.#keyFile)
  }

  /** Starts bus and database; skips the test where no NATS server is available. */
  static async started(context: TestContext): Promise<Nodes> {
    const program = natsProgram()
    if (program === null) return context.skip(NO_NATS)
    const nodes = new Nodes(await NatsServer.started(program), await makeTestDatabase())
    context.onTestFinished(() => nodes.#end())
    return nodes
  }

  /** @param command replaces the command of this version. */
  engine(settings: Record<string, string> = {}, command?: readonly string[]): ServerProcess {
    const key = { MASTER_KEY_FILE: this.#keyFile }
    const engine = { ...key, ROLE: 'engine', MARKET: 'demo', SIM_SYMBOLS: '10', NATS_URL: this.nats.url }
    return this.#start({ ...engine, ...settings }, command)
  }

  api(settings: Record<string, string> = {}, command?: readonly string[]): ServerProcess {
    return this.#start({ ...this.#site, ROLE: 'api', NATS_URL: this.nats.url, ...settings }, command)
  }

  /** Keys of the codes by which the processes know each other. */
  get busKeys(): BusKeys {
    return busKeysIn(this.#keyFile, createSystemClock(), () => undefined)
  }

  /** Starts a process that has all roles. */
  single(settings: Record<string, string> = {}): ServerProcess {
    return this.#start({ ...this.#site, MARKET: 'demo', SIM_SYMBOLS: '5', ...settings })
  }

  get #site(): Record<string, string> {
    return { MASTER_KEY_FILE: this.#keyFile, RATE_LIMIT_SCALE: '10000' }
  }

  #start(settings: Record<string, string>, command?: readonly string[]): ServerProcess {
    const own = mkdtempSync(join(this.#folder, 'node-'))
    const how = command === undefined ? {} : { command }
    const server = new ServerProcess({ DATABASE_URL: this.databaseUrl, LOG_LEVEL: 'info', ...settings }, own, how)
    this.#running.push(server)
    return server
  }

  async #end(): Promise<void> {
    for (const one of this.#running) one.signal('SIGKILL')
    await Promise.all(this.#running.map(({ exit }) => exit))
    await this.nats.remove()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

export const readyOf = async (origin: string) =>
  jsonOf<{ market: string; database: string }>(await fetch(`${origin}/readyz`))

/** Waits until a node's `/readyz` gives `market` as its market. */
export const marketBecomes = (origin: string, market: string): Promise<void> =>
  eventually(async () => (await readyOf(origin)).market === market)

/** Waits until a node serves accounts: an invalid token is refused with 401. */
export const usersOpen = (origin: string): Promise<void> =>
  eventually(
    async () => (await fetch(`${origin}/api/auth/me`, { headers: { authorization: 'Bearer none' } })).status === 401,
  )

/** Waits until a node's list has rows. */
export const hasRows = (origin: string): Promise<void> =>
  eventually(
    async () => (await jsonOf<unknown[]>(await marketCall(`${origin}/api/arbitrage-opportunities`))).length > 0,
  )
