import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, seedFor } from '../../../../../scripts/run-length.ts'
import { readKeyRing } from '../system/key-ring.ts'
import { seededRandom } from '../system/randomness.ts'
import { createSystemClock } from '../system/system-clock.ts'
import { verifyAuditLog } from './audit-log.ts'
import { writeBackup } from './backup.ts'
import { Database } from './database.ts'
import { EpisodeMover } from './episode-mover.ts'
import { OwnPostgres } from './own-postgres/own-postgres.ts'
import { type Deed, halfDone, lostDeeds } from './testing/deeds.ts'
import { endPostgres } from './testing/end-postgres.ts'

const WRITER = fileURLToPath(new URL('./testing/writer.ts', import.meta.url))
const KILLS = isLongRun ? 1_000 : 6
/** So often everything is looked at: whole transactions, the chain of the log, every page. */
const LOOK_EVERY = 50
const HOURS_MS = 3 * 3_600_000
const MOST_WRITES = 12
/** So many kills come before anything was written: while the database starts or reads back its log. */
const EARLY_SHARE = 0.15
const EARLY_MS = 900

/** A writer that is running, and what it has been told is stored. */
class Writer {
  readonly child: ChildProcess
  readonly prefix: string
  readonly deeds: Deed[] = []
  readonly remarks: string[] = []
  readonly ended: Promise<unknown>

  constructor(dataDir: string, prefix: string) {
    this.prefix = prefix
    this.child = spawn(process.execPath, [WRITER, dataDir, prefix], { stdio: ['ignore', 'pipe', 'inherit'] })
    this.ended = new Promise((resolve) => this.child.once('close', resolve))
    let rest = ''
    this.child.stdout?.on('data', (piece: Buffer) => {
      const lines = (rest + piece.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line.startsWith('#')) this.remarks.push(line)
        else this.deeds.push(JSON.parse(line) as Deed)
      }
    })
  }

  /** Waits for so many more writes. */
  async writes(more: number): Promise<void> {
    const wanted = this.deeds.length + more
    for (const until = performance.now() + 60_000; this.deeds.length < wanted; ) {
      if (performance.now() > until || this.child.exitCode !== null) throw new Error(this.remarks.join('\n'))
      await sleep(2)
    }
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The database's process, killed; false where there was none. */
function killDatabase(dataDir: string): boolean {
  try {
    process.kill(Number.parseInt(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8'), 10), 'SIGKILL')
    return true
  } catch {
    return false
  }
}

test('[S1] killed at any moment, the server, its database or both: nothing that was stored is lost or half there', {
  timeout: HOURS_MS,
}, async (context) => {
  const seed = seedFor('S1', 1)
  const random = seededRandom(seed)
  const dataDir = mkdtempSync(join(tmpdir(), 'makas-crash-'))
  let writer: Writer | null = null
  context.onTestFinished(() => {
    writer?.child.kill('SIGKILL')
    endPostgres(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  })
  const log = () => undefined
  const postgres = new OwnPostgres({ dataDir, clock: createSystemClock(), log })
  const ringNow = () => {
    const ring = readKeyRing(join(dataDir, 'master.key'))
    if (ring === null) throw new Error('the key file is gone')
    return ring
  }
  /** Writers that were killed and not looked after yet. */
  const dead: Writer[] = []
  const killed = { server: 0, database: 0, both: 0 }
  let stored = 0

  /** What those who are dead were told is there; every so often the rest too. Their files show up when they are moved. */
  async function look(client: Client, isWhole: boolean): Promise<void> {
    for (const { prefix, deeds, remarks } of dead.splice(0)) {
      expect(remarks.filter((line) => line.startsWith('# unexpected'))).toEqual([])
      const inDatabase = deeds.filter(({ kind }) => kind !== 'episode')
      expect(await lostDeeds(client, inDatabase, prefix, ringNow())).toEqual([])
      stored += deeds.length
      episodes.push(...deeds.filter(({ kind }) => kind === 'episode'))
    }
    if (!isWhole) return
    expect(await halfDone(client)).toEqual([])
    expect(await verifyAuditLog(drizzle(client))).toMatchObject({ kind: 'intact' })
    // Every page is read, and with it its checksum.
    await writeBackup(postgres.connection('owner'), join(dataDir, 'whole.gz'), 0)
  }
  const episodes: Deed[] = []

  for (let kill = 0; kill < KILLS; kill++) {
    writer = new Writer(dataDir, `${kill}`)
    const victim = (['server', 'database', 'both'] as const)[kill % 3] as 'server' | 'database' | 'both'
    const isEarly = kill > 0 && random() < EARLY_SHARE
    if (isEarly) await sleep(random() * EARLY_MS)
    else {
      await writer.writes(1 + Math.floor(random() * MOST_WRITES))
      await sleep(random() * 60)
    }
    if (!isEarly && dead.length > 0) {
      await postgres.join()
      const client = new Client(postgres.connection('owner'))
      await client.connect()
      await look(client, kill % LOOK_EVERY === 0)
      await client.end()
    }
    const hadDatabase = victim !== 'server' && killDatabase(dataDir)
    // The server lives on and must find its database again by itself, before it is killed too.
    if (victim === 'database' && hadDatabase && !isEarly) await writer.writes(3)
    writer.child.kill('SIGKILL')
    await writer.ended
    killed[victim]++
    dead.push(writer)
  }
  await postgres.start()
  const client = new Client(postgres.connection('owner'))
  await client.connect()
  const database = new Database({ connection: postgres.connection('app'), onLost: log })
  await new EpisodeMover({ dataDir, database: () => database, clock: createSystemClock(), log }).stop()
  await look(client, true)
  expect(await lostDeeds(client, episodes, '%', ringNow())).toEqual([])
  expect(stored).toBeGreaterThan(KILLS)
  expect(new Set(episodes).size).toBeGreaterThan(0)
  expect((await client.query('show data_checksums')).rows).toEqual([{ data_checksums: 'on' }])
  await database.end()
  await client.end()
  await postgres.stop()
  recordFigure(context, {
    row: 'S1',
    wanted: `${KILLS} kills: 0 acknowledged writes lost, 0 half-applied, clean each time`,
    measured: `0 of ${stored} lost, 0 half-applied, log and checksums clean after ${killed.server} kills of the server, ${killed.database} of the database and ${killed.both} of both`,
    seed,
  })
})
