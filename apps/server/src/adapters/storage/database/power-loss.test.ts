import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
import { lookWhole } from '../testing/look-whole.ts'
import { type MortalDisk, mortalDisk } from '../testing/mortal-disk.ts'
import { Writer } from '../testing/writer-process.ts'
import { Database } from './database.ts'

const CUTS = isLongRun ? 200 : 3
const MOST_WRITES = 150
/** Share of the cuts while the database is made or replays its log. */
const EARLY_SHARE = 0.2
const EARLY_MS = 1_500
const HOUR_MS = 3_600_000

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const log = () => undefined
const CONTROL = Buffer.alloc(64 * 1024, 1)

/** A disk with a data folder, and the acknowledged deeds of its writers. */
class Place {
  readonly #disk: MortalDisk
  readonly #dataDir: string
  readonly #random: () => number
  stored = 0
  episodes = 0
  /** Cuts that lost a written, unsynced file: the proof that power was really lost. */
  unsynced = 0

  constructor(disk: MortalDisk, random: () => number) {
    this.#disk = disk
    this.#random = random
    this.#dataDir = join(disk.folder, 'data')
    mkdirSync(this.#dataDir, { mode: 0o700 })
  }

  async cut(round: number): Promise<void> {
    const writer = new Writer(this.#dataDir, `${round}`)
    if (this.#random() < EARLY_SHARE) await sleep(this.#random() * EARLY_MS)
    else await writer.writes(1 + Math.floor(this.#random() * MOST_WRITES))
    const [kept, lost] = [join(this.#disk.folder, 'kept'), join(this.#disk.folder, `lost-${round}`)]
    writeFileSync(kept, CONTROL, { flush: true })
    writeFileSync(lost, CONTROL)
    // At the instant of this cut Linux may report a sync that it broke off as done (measured on a bare file: 4 of
    // 15,000 times), so only deeds acknowledged before the cut count.
    const told = [...writer.deeds]
    this.#disk.cutPower()
    await writer.ended
    await this.#disk.unmount()
    expect(this.#disk.mount()).toBe(true)
    expect(readFileSync(kept)).toEqual(CONTROL)
    if (!existsSync(lost) || !readFileSync(lost).equals(CONTROL)) this.unsynced++
    rmSync(lost, { force: true })
    await this.#look(told, writer.prefix)
  }

  async #look(told: readonly Deed[], prefix: string): Promise<void> {
    const postgres = new OwnPostgres({ dataDir: this.#dataDir, clock: createSystemClock(), log })
    await postgres.start()
    const client = new Client(postgres.connection('owner'))
    await client.connect()
    try {
      if (told.length === 0) return
      expect(await this.#lost(client, postgres, told, prefix)).toEqual([])
      this.episodes += told.filter(({ kind }) => kind === 'episode').length
      this.stored += told.length
      await lookWhole(client, postgres, this.#dataDir)
    } finally {
      await client.end()
      await postgres.stop()
    }
  }

  async #lost(client: Client, postgres: OwnPostgres, told: readonly Deed[], prefix: string): Promise<readonly Deed[]> {
    const database = new Database({ connection: postgres.connection('app'), onLost: log })
    const unexpected = (_level: string, event: string) => expect.unreachable(event)
    const mover = { folders: [this.#dataDir], database: () => database, clock: createSystemClock(), log: unexpected }
    try {
      await new EpisodeMover(mover).stop()
      return await lostDeeds(client, told, prefix, this.#ring)
    } finally {
      await database.end()
    }
  }

  get #ring(): KeyRing {
    const ring = readKeyRing(join(this.#dataDir, 'master.key'))
    if (ring === null) throw new Error('the key file is gone')
    return ring
  }
}

test('[S2] the power of the disk is cut at any moment: what was acknowledged had been synced', {
  timeout: HOUR_MS,
}, async (context) => {
  const disk = mortalDisk(context)
  const seed = seedFor('S2', 2)
  const place = new Place(disk, seededRandom(seed))
  for (let round = 0; round < CUTS; round++) await place.cut(round)
  expect(place.stored).toBeGreaterThan(CUTS)
  expect(place.episodes).toBeGreaterThan(0)
  expect(place.unsynced).toBe(CUTS)
  recordFigure(context, {
    row: 'S2',
    wanted: 'commit is synced before the answer',
    measured: `0 of ${place.stored} lost, 0 half-applied, log and checksums clean after ${CUTS} power cuts, each of which took what was not synced`,
    seed,
  })
})
