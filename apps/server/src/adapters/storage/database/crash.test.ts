import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../../scripts/figure.ts'
import { isLongRun, seedFor } from '../../../../../../scripts/run-length.ts'
import { readKeyRing } from '../../system/keys/key-file.ts'
import type { KeyRing } from '../../system/keys/key-ring.ts'
import { seededRandom } from '../../system/randomness.ts'
import { createSystemClock } from '../../system/system-clock.ts'
import { EpisodeMover } from '../market/episode-mover.ts'
import { OwnPostgres } from '../own-postgres/own-postgres.ts'
import { type Deed, lostDeeds } from '../testing/deeds.ts'
import { endPostgres, killPostgres } from '../testing/end-postgres.ts'
import { lookWhole } from '../testing/look-whole.ts'
import { Writer } from '../testing/writer-process.ts'
import { Database } from './database.ts'

const KILLS = isLongRun ? 1_000 : 6
/** Data folders that are tested side by side, since most of a kill's time is waiting for a start. */
const LANES = isLongRun ? 4 : 1
/** Kills between full checks of transactions, the log's chain and every page. */
const LOOK_EVERY = 50
const HOURS_MS = 3 * 3_600_000
const MOST_WRITES = 12
/** Share of the kills before the first write: while the database starts or replays its log. */
const EARLY_SHARE = 0.15
const EARLY_MS = 900

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const log = () => undefined

/** A data folder with its current writer, and the killed writers whose deeds are not checked yet. */
class Lane {
  readonly killed = { server: 0, database: 0, both: 0 }
  stored = 0
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'makas-crash-'))
  readonly #postgres = new OwnPostgres({ dataDir: this.#dataDir, clock: createSystemClock(), log })
  readonly #random: () => number
  readonly #dead: Writer[] = []
  /** Episode deeds, checked once the files are moved into the database. */
  readonly #episodes: Deed[] = []
  #writer: Writer | null = null
  #isOver = false

  constructor(seed: number) {
    this.#random = seededRandom(seed)
  }

  async run(kills: number): Promise<void> {
    for (let kill = 0; kill < kills && !this.#isOver; kill++) await this.#kill(kill)
    this.#writer?.child.kill('SIGKILL')
    await this.#writer?.ended
    if (this.#writer !== null) this.#dead.push(this.#writer)
    await this.#postgres.start()
    const client = await this.#client()
    const database = new Database({ connection: this.#postgres.connection('app'), onLost: log })
    const mover = { folders: [this.#dataDir], database: () => database, clock: createSystemClock(), log }
    await new EpisodeMover(mover).stop()
    await this.#look(client, true)
    expect(this.#episodes.length).toBeGreaterThan(0)
    expect(await lostDeeds(client, this.#episodes, '%', this.#ring)).toEqual([])
    await database.end()
    await client.end()
    await this.#postgres.stop()
  }

  clear(): void {
    this.#isOver = true
    this.#writer?.child.kill('SIGKILL')
    endPostgres(this.#dataDir)
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  async #kill(kill: number): Promise<void> {
    const victim = (['server', 'database', 'both'] as const)[kill % 3] as 'server' | 'database' | 'both'
    // The first writer makes the database, without being killed early.
    const isEarly = this.#writer === null && kill > 0 && this.#random() < EARLY_SHARE
    this.#writer ??= new Writer(this.#dataDir, `${kill}`)
    const writer = this.#writer
    if (isEarly) await sleep(this.#random() * EARLY_MS)
    else {
      await writer.writes(1 + Math.floor(this.#random() * MOST_WRITES))
      await sleep(this.#random() * 60)
    }
    if (!isEarly && this.#dead.length > 0) {
      await this.#postgres.join()
      const client = await this.#client()
      await this.#look(client, kill % LOOK_EVERY < 3)
      await client.end()
    }
    if (victim !== 'server') killPostgres(this.#dataDir)
    this.killed[victim]++
    // A server that survived must reconnect to its database by itself.
    if (victim === 'database') return
    this.#writer = null
    writer.child.kill('SIGKILL')
    await writer.ended
    this.#dead.push(writer)
  }

  /** Checks that acknowledged deeds of dead writers are stored; `isWhole`: also transactions, log and every page. */
  async #look(client: Client, isWhole: boolean): Promise<void> {
    for (const { prefix, deeds, remarks } of this.#dead.splice(0)) {
      expect(remarks.filter((line) => line.startsWith('# unexpected'))).toEqual([])
      const inDatabase = deeds.filter(({ kind }) => kind !== 'episode')
      expect(await lostDeeds(client, inDatabase, prefix, this.#ring)).toEqual([])
      this.stored += deeds.length
      this.#episodes.push(...deeds.filter(({ kind }) => kind === 'episode'))
    }
    if (isWhole) await lookWhole(client, this.#postgres, this.#dataDir)
  }

  async #client(): Promise<Client> {
    const client = new Client(this.#postgres.connection('owner'))
    await client.connect()
    return client
  }

  get #ring(): KeyRing {
    const ring = readKeyRing(join(this.#dataDir, 'master.key'))
    if (ring === null) throw new Error('the key file is gone')
    return ring
  }
}

test('[S1] killed at any moment, the server, its database or both: nothing that was stored is lost or half there', {
  timeout: HOURS_MS,
}, async (context) => {
  const seed = seedFor('S1', 1)
  const lanes = Array.from({ length: LANES }, (_, place) => new Lane(seed + place))
  context.onTestFinished(() => {
    for (const lane of lanes) lane.clear()
  })
  await Promise.all(lanes.map((lane) => lane.run(KILLS / LANES)))
  const sum = (of: (lane: Lane) => number) => lanes.reduce((total, lane) => total + of(lane), 0)
  expect(sum(({ stored }) => stored)).toBeGreaterThan(KILLS)
  recordFigure(context, {
    row: 'S1',
    wanted: `${KILLS} kills: 0 acknowledged writes lost, 0 half-applied, clean each time`,
    measured: `0 of ${sum(({ stored }) => stored)} lost, 0 half-applied, log and checksums clean after ${sum(({ killed }) => killed.server)} kills of the server, ${sum(({ killed }) => killed.database)} of the database and ${sum(({ killed }) => killed.both)} of both`,
    seed,
  })
})
