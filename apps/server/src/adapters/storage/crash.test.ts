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
import { seededRandom } from '../system/randomness.ts'
import { createSystemClock } from '../system/system-clock.ts'
import { verifyAuditLog } from './audit-log.ts'
import { writeBackup } from './backup.ts'
import { OwnPostgres } from './own-postgres/own-postgres.ts'
import { endPostgres } from './testing/end-postgres.ts'

const WRITER = fileURLToPath(new URL('./testing/writer.ts', import.meta.url))
const KILLS = isLongRun ? 1_000 : 6
const HOURS_MS = 3 * 3_600_000

/** A writer that is running, and what it has been told is stored. */
class Writer {
  readonly child: ChildProcess
  readonly stored: string[] = []
  readonly remarks: string[] = []
  readonly ended: Promise<unknown>

  constructor(dataDir: string, prefix: string) {
    this.child = spawn(process.execPath, [WRITER, dataDir, prefix], { stdio: ['ignore', 'pipe', 'inherit'] })
    this.ended = new Promise((resolve) => this.child.once('close', resolve))
    let rest = ''
    this.child.stdout?.on('data', (piece: Buffer) => {
      const lines = (rest + piece.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) (line.startsWith('#') ? this.remarks : this.stored).push(line)
    })
  }

  /** Waits for so many more writes. */
  async writes(more: number): Promise<void> {
    const wanted = this.stored.length + more
    for (const until = performance.now() + 60_000; this.stored.length < wanted; ) {
      if (performance.now() > until || this.child.exitCode !== null) throw new Error(this.remarks.join('\n'))
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
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
  const stored: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    writer = new Writer(dataDir, `${kill}`)
    const victim = (['server', 'database', 'both'] as const)[kill % 3]
    await writer.writes(3)
    await new Promise((resolve) => setTimeout(resolve, random() * 60))
    if (victim !== 'server') {
      process.kill(Number.parseInt(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8'), 10), 'SIGKILL')
    }
    // The server lives on and must find its database again by itself, before it is killed too.
    if (victim === 'database') await writer.writes(3)
    writer.child.kill('SIGKILL')
    await writer.ended
    expect(writer.remarks.filter((line) => line.startsWith('# unexpected'))).toEqual([])
    stored.push(...writer.stored)
  }
  const postgres = new OwnPostgres({ dataDir, clock: createSystemClock(), log: () => undefined })
  await postgres.start()
  const client = new Client(postgres.connection('owner'))
  await client.connect()
  const names = async (text: string) => (await client.query<{ name: string }>(text)).rows.map(({ name }) => name)
  const there = new Set(await names('select name from settings'))
  const whole = `select t.id as name from tickets t join audit_log a on a.subject_id = t.id
    where 2 = (select count(*) from ticket_messages m where m.ticket_id = t.id)`
  const complete = new Set(await names(whole))
  expect(stored.filter((name) => !there.has(name) || !complete.has(name))).toEqual([])
  const [all] = (
    await client.query(`select (select count(*)::int from tickets) as tickets,
    (select count(*)::int from ticket_messages) as messages, (select count(*)::int from audit_log) as lines`)
  ).rows
  expect(all).toEqual({ tickets: complete.size, messages: 2 * complete.size, lines: complete.size })
  expect(await verifyAuditLog(drizzle(client))).toMatchObject({ kind: 'intact' })
  // Every page is read, and with it its checksum.
  expect((await client.query('show data_checksums')).rows).toEqual([{ data_checksums: 'on' }])
  await writeBackup(postgres.connection('owner'), join(dataDir, 'whole.gz'), 0)
  await client.end()
  await postgres.stop()
  recordFigure(context, {
    row: 'S1',
    wanted: `${KILLS} kills: 0 acknowledged writes lost, 0 half-applied, clean each time`,
    measured: `0 of ${stored.length} lost, 0 half-applied, checksums clean after ${KILLS} kills`,
    seed,
  })
})
