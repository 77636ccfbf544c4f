import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, seedFor } from '../../../../../scripts/run-length.ts'
import { verifyAuditLog } from '../../adapters/storage/audit/audit-log.ts'
import { statementsOf } from '../../adapters/storage/database/database.ts'
import { OwnPostgres } from '../../adapters/storage/own-postgres/own-postgres.ts'
import { endPostgres, killPostgres } from '../../adapters/storage/testing/end-postgres.ts'
import { auditKeyIn } from '../../adapters/system/keys/key-file.ts'
import { seededRandom } from '../../adapters/system/randomness.ts'
import { createSystemClock } from '../../adapters/system/system-clock.ts'
import { ServerProcess } from '../../http/testing/server-process.ts'
import { Customer } from '../testing/load/customer.ts'

const KILLS = isLongRun ? 100 : 2
const HOURS_MS = 3 * 3_600_000
/** Customers who write at the same time. */
const CUSTOMERS = 3
/** Most answered writes of one run of the server; then up to `MOMENT_MS` pass before the kill. */
const MOST_WRITES = 12
const MOMENT_MS = 150
/** Share of the long run's kills that fall into the first `EARLY_MS` of a start. */
const EARLY_SHARE = 0.15
const EARLY_MS = 3_000

/** A small market, and the built-in database in the data folder. */
const SETTINGS = {
  MARKET: 'demo',
  LIVE_FOR_ALL: '1',
  SIM_SYMBOLS: '5',
  RATE_LIMIT_SCALE: '1000',
  LOG_LEVEL: 'error',
  DATABASE_URL: '',
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A server that is killed and restarted in one data folder, with all customers who ever wrote to it. */
class Shop {
  readonly killed = { alone: 0, withDatabase: 0, starting: 0 }
  resent = 0
  readonly #customers: Customer[] = []
  /** Customers whose writes have not been checked since the last kill. */
  #unseen: Customer[] = []
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'makas-killed-'))
  readonly #random: () => number
  #server: ServerProcess | null = null

  constructor(seed: number) {
    this.#random = seededRandom(seed)
  }

  get done(): number {
    return this.#customers.reduce((sum, { done }) => sum + done, 0)
  }

  /** One run of the server: checks the writes of the run before, lets customers write, and kills it meanwhile. */
  async killOnce(kill: number): Promise<void> {
    const server = this.#start()
    if (isLongRun && kill > 0 && this.#random() < EARLY_SHARE) {
      await sleep(this.#random() * EARLY_MS)
      this.killed.starting++
      return this.#kill(server)
    }
    const origin = await server.origin()
    await this.#look(origin)
    const writing = Array.from({ length: CUSTOMERS }, (_, place) => new Customer(`${kill}-${place}@example.org`))
    this.#customers.push(...writing)
    this.#unseen = writing
    const lives = Promise.all(writing.map((customer) => customer.live(origin)))
    const wanted = this.done + 1 + Math.floor(this.#random() * MOST_WRITES)
    while (this.done < wanted) {
      if (server.child.exitCode !== null) throw new Error(`ended by itself: ${server.stderr}`)
      await Promise.race([sleep(5), lives])
    }
    await sleep(this.#random() * MOMENT_MS)
    const isBoth = kill % 2 === 1
    this.killed[isBoth ? 'withDatabase' : 'alone']++
    if (isBoth) killPostgres(this.#dataDir)
    await this.#kill(server)
    await lives
  }

  /** Last start: every customer logs in and has all acknowledged writes; the audit log is intact. */
  async close(): Promise<void> {
    const server = this.#start()
    const origin = await server.origin()
    await this.#look(origin)
    for (const customer of this.#customers) {
      await customer.logIn(origin)
      await customer.look(origin)
    }
    await this.#lookAtLog()
    server.signal('SIGTERM')
    expect((await server.exit).code).toBe(0)
  }

  clear(): void {
    this.#server?.child.kill('SIGKILL')
    endPostgres(this.#dataDir)
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  #start(): ServerProcess {
    this.#server = new ServerProcess(SETTINGS, this.#dataDir)
    return this.#server
  }

  async #kill(server: ServerProcess): Promise<void> {
    server.signal('SIGKILL')
    expect((await server.exit).signal).toBe('SIGKILL')
  }

  async #look(origin: string): Promise<void> {
    for (const customer of this.#unseen.splice(0)) {
      if (await customer.sendAgain(origin)) this.resent++
      await customer.look(origin)
    }
  }

  async #lookAtLog(): Promise<void> {
    const postgres = new OwnPostgres({ dataDir: this.#dataDir, clock: createSystemClock(), log: () => undefined })
    await postgres.join()
    const client = new Client(postgres.connection('owner'))
    await client.connect()
    try {
      expect(await verifyAuditLog(statementsOf(client, auditKeyIn(join(this.#dataDir, 'master.key'))))).toMatchObject({
        kind: 'intact',
      })
      const { rows } = await client.query(`select
        (select count(*)::int from users) as accounts,
        (select count(*)::int from audit_log where action = 'registered') as lines`)
      expect(rows[0].lines).toBe(rows[0].accounts)
    } finally {
      await client.end()
    }
  }
}

test('[S1] main.ts is killed at any moment: every confirmed change is stored once, and nothing by half', {
  timeout: HOURS_MS,
}, async (context) => {
  const seed = seedFor('S1 main.ts', 11)
  const shop = new Shop(seed)
  context.onTestFinished(() => shop.clear())
  for (let kill = 0; kill < KILLS; kill++) await shop.killOnce(kill)
  await shop.close()
  const { alone, withDatabase, starting } = shop.killed
  expect(shop.done).toBeGreaterThan(KILLS)
  expect(shop.resent).toBeGreaterThan(0)
  recordFigure(context, {
    row: 'S1',
    wanted: `${KILLS} kills of main.ts: 0 acknowledged writes lost, 0 half-applied, none there twice`,
    measured: `0 of ${shop.done} writes over HTTP lost; ${shop.resent} cut off in the midst and sent again, none half there or twice; killed ${alone} times alone, ${withDatabase} with its database, ${starting} while it started`,
    seed,
  })
})
