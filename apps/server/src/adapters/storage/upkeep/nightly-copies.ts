import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import type { Clock } from '../../../app/ports/system/clock.ts'
import type { EventLog } from '../../../app/ports/system/event-log.ts'
import type { NightTask } from '../../../app/ports/system/night-task.ts'
import { copyKeyIn } from '../../system/keys/key-file.ts'
import { KeyRefusal, type SealingKey } from '../../system/keys/key-ring.ts'
import { writeBackup } from '../copies/backup.ts'
import { BackupRefusal } from '../copies/backup-file.ts'
import { NotMigrated } from '../database/failures.ts'
import type { CopyFirst } from '../database/migrate.ts'
import { DAY_MS } from './retention-rules.ts'

export const KEPT_COPIES = 7
/** Names of copies, in UTC so that they sort by time. Names of plain copies, from earlier versions, end in `.gz`. */
const NAME = /^makas-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.copy(\.gz)?$/
/** Names of the copies from before a migration, with its number: one copy for each migration. */
const BEFORE = /^makas-before-\d{4}-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.copy$/
/** As long as replaced keys are kept: older copies do not open without them. */
const BEFORE_KEPT_MS = 14 * DAY_MS
/** Age up to which a copy from before a migration is not made again, ms. */
const FRESH_COPY_MS = 600_000
const PART = /^makas-(before-\d{4}-)?\d{8}T\d{6}Z\.copy(\.gz)?\.part-\d+$/

/**
 * Copies the whole database every night, sealed. Keeps the newest seven copies, and copies from before migrations for
 * two weeks; other files are left alone. `reader`: a login that reads all tables.
 */
export function nightlyCopies(folder: string, reader: () => ClientConfig, key: () => SealingKey): NightTask {
  return {
    name: 'nightly-copy',
    async lastDone(now) {
      makeFolder(folder)
      const newest = copiesIn(folder, now).at(-1)
      return newest === undefined ? null : momentIn(newest)
    },
    async run(now) {
      makeFolder(folder)
      const name = nameOf(now)
      for (const left of readdirSync(folder).filter((one) => PART.test(one))) rmSync(join(folder, left))
      const rows = await writeBackup(reader(), join(folder, name), now, key())
      const outgrown = beforeMigrationsIn(folder).filter((one) => momentIn(one) < now - BEFORE_KEPT_MS)
      const old = [...copiesIn(folder, now).slice(0, -KEPT_COPIES), ...outgrown]
      for (const one of old) rmSync(join(folder, one))
      return { file: name, rows, removed: old.length }
    },
  }
}

/**
 * Copies the database, sealed, before a migration changes it; a copy from before the same migration is replaced.
 * @throws NotMigrated where no copy can be made.
 */
export const copyBefore =
  ({ backupDir, masterKeyFile, clock, log }: BeforeOptions): CopyFirst =>
  async (owner, migration) => {
    try {
      const at = clock.now()
      const key = copyKeyIn(masterKeyFile, at)
      makeFolder(backupDir)
      const earlier = readdirSync(backupDir).filter((name) => name.startsWith(`makas-before-${migration}-`))
      // A migration that waits for a lock is tried again within seconds.
      if (earlier.some((one) => Math.abs(at - momentIn(one)) < FRESH_COPY_MS)) return
      const name = nameOf(at).replace('makas-', `makas-before-${migration}-`)
      const rows = await writeBackup(owner, join(backupDir, name), at, key)
      for (const one of earlier) rmSync(join(backupDir, one))
      log('info', 'database-copied', { file: name, rows })
    } catch (error) {
      const isOurs = error instanceof KeyRefusal || error instanceof BackupRefusal || isOfFiles(error)
      if (!isOurs) throw error
      throw new NotMigrated(
        `the tables stay as they are, since no copy of them can be made before: ${error.message} (npm run migrate -- --without-copy goes on without)`,
      )
    }
  }

type BeforeOptions = {
  readonly backupDir: string
  readonly masterKeyFile: string
  readonly clock: Clock
  readonly log: EventLog
}

/** Whether a folder or file could not be made, read or removed. */
const isOfFiles = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && 'path' in error && error.syscall !== 'connect'

/** The number of copies and the newest one's time; null where the folder cannot be read. */
export function summariseCopies(
  folder: string,
  now: number,
): { readonly newest: number | null; readonly kept: number } | null {
  const copies = momentsIn(folder, now)
  return copies === null ? null : { newest: copies.at(-1) ?? null, kept: copies.length }
}

/** The oldest copy's time, epoch ms, including copies from before migrations; null where no copy can be seen. */
export function oldestCopy(folder: string, now: number): number | null {
  const nights = momentsIn(folder, now)
  const all = nights === null ? [] : [...nights.slice(0, 1), ...beforeMigrationsIn(folder).map(momentIn)]
  return all.length === 0 ? null : Math.min(...all)
}

/** The copies' times, oldest first; null where the folder cannot be read. */
function momentsIn(folder: string, now: number): readonly number[] | null {
  try {
    return copiesIn(folder, now).map(momentIn)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    // The folder is made with the first copy.
    return error.code === 'ENOENT' ? [] : null
  }
}

/** An existing folder keeps its rights, since it may not be ours; the files in it are readable by their owner alone. */
const makeFolder = (folder: string) => mkdirSync(folder, { recursive: true, mode: 0o700 })

/** Copies, oldest first, without copies that a clock that was ahead named later than `now`. */
const copiesIn = (folder: string, now: number) =>
  readdirSync(folder)
    .filter((name) => NAME.test(name) && momentIn(name) <= now)
    .sort()

/** Copies from before migrations; an empty list where there is no folder yet. */
const beforeMigrationsIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => BEFORE.test(name)) : []

const nameOf = (now: number) => `makas-${new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.copy`

function momentIn(name: string): number {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? BEFORE.exec(name) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
}
