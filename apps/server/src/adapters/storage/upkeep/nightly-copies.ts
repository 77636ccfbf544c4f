import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import type { NightTask } from '../../../app/ports/system/night-task.ts'
import type { SealingKey } from '../../system/key-ring.ts'
import { writeBackup } from '../copies/backup.ts'

export const KEPT_COPIES = 7
/** Names of copies, in UTC so that they sort by time; those of earlier versions, which were plain, end in `.gz`. */
const NAME = /^makas-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.copy(\.gz)?$/
const PART = /^makas-\d{8}T\d{6}Z\.copy(\.gz)?\.part-\d+$/

/** Copies the whole database every night, sealed, and keeps the newest seven copies; other files are left alone. */
export function nightlyCopies(folder: string, owner: () => ClientConfig, key: () => SealingKey): NightTask {
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
      const rows = await writeBackup(owner(), join(folder, name), now, key())
      const old = copiesIn(folder, now).slice(0, -KEPT_COPIES)
      for (const one of old) rmSync(join(folder, one))
      return { file: name, rows, removed: old.length }
    },
  }
}

/** The number of copies and the newest one's time; null where the folder cannot be read. */
export function summariseCopies(
  folder: string,
  now: number,
): { readonly newest: number | null; readonly kept: number } | null {
  const copies = momentsIn(folder, now)
  return copies === null ? null : { newest: copies.at(-1) ?? null, kept: copies.length }
}

/** The oldest copy's time, epoch ms; null where no copy can be seen. */
export const oldestCopy = (folder: string, now: number): number | null => momentsIn(folder, now)?.[0] ?? null

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

/** Copies, oldest first, without those named later than `now` by a clock that was ahead. */
const copiesIn = (folder: string, now: number) =>
  readdirSync(folder)
    .filter((name) => NAME.test(name) && momentIn(name) <= now)
    .sort()

const nameOf = (now: number) => `makas-${new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.copy`

function momentIn(name: string): number {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
}
