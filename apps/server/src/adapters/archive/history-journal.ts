import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { appendFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { HistoryJournal, HistoryRecord } from '../../app/ports/market/archive.ts'
import type { LifetimeSource } from '../../app/ports/market/market-source.ts'
import { dayOf, historyLine } from './history-line.ts'

/** Suffix of a file that is appended to. */
export const OPEN = '.open.jsonl'
/** Suffix of a file that is ready to become a segment. */
export const READY = '.jsonl'
const FULL_BYTES = 16 * 1024 * 1024
const FULL_AFTER_MS = 10 * 60_000
/** Bytes of the journal, at most, while no segments are made of it. */
const MOST_BYTES = 256 * 1024 * 1024

export const journalFolder = (dataDir: string, source: LifetimeSource): string => join(dataDir, 'journal', source)

/** The shard's tag in file names: several engines of one process write into one folder. */
const shardTag = (shard: number) => `-s${shard}-`

type Limits = { readonly fullBytes: number; readonly fullAfterMs: number; readonly mostBytes: number }
type Options = Partial<Limits> & {
  /** The shard whose files these are; without it all files are. */
  readonly shard?: number
}
const LIMITS: Limits = { fullBytes: FULL_BYTES, fullAfterMs: FULL_AFTER_MS, mostBytes: MOST_BYTES }

/** Marks the open files of an earlier run as ready; at most their last line is torn, and was never acknowledged. */
function closeOpen(folder: string, tag: string): void {
  for (const name of readdirSync(folder)) {
    if (name.endsWith(OPEN) && name.includes(tag))
      renameSync(join(folder, name), join(folder, `${name.slice(0, -OPEN.length)}${READY}`))
  }
}

/** Marks all shards' open files as ready, while no shard writes: another process may lead a shard from now on. */
export function closeJournals(dataDir: string): void {
  for (const source of ['live', 'demo'] as const) {
    const folder = journalFolder(dataDir, source)
    if (existsSync(folder)) closeOpen(folder, '-')
  }
}

/**
 * A journal of lines below `dataDir`, synced before `append` resolves. A file has points of one day. A full or old file
 * is renamed, and waits to become a segment of that name.
 */
export function historyJournal(dataDir: string, source: LifetimeSource, options: Options = {}): HistoryJournal {
  const { fullBytes, fullAfterMs, mostBytes, shard } = { ...LIMITS, ...options }
  const tag = shard === undefined ? '-' : shardTag(shard)
  const folder = journalFolder(dataDir, source)
  let file: { readonly path: string; readonly day: string; readonly since: number; bytes: number } | null = null
  let isMade = false

  function make(): void {
    // Another writer may have removed the whole source.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!isMade) closeOpen(folder, tag)
    isMade = true
  }

  function pendingBytes(): number {
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  /** The path of the file for points of a day, and the full file that must be renamed before. */
  function fileFor(day: string, at: number): { readonly path: string; readonly full: string | null } {
    make()
    const isGood = file !== null && file.day === day && file.bytes < fullBytes && at - file.since < fullAfterMs
    if (isGood && file !== null) return { path: file.path, full: null }
    if (pendingBytes() >= mostBytes) throw new Error('the journal is full: nothing takes its segments')
    const full = file?.path ?? null
    const name = `${day}-${at.toString(36)}${tag}${randomBytes(4).toString('hex')}`
    file = { path: join(folder, name + OPEN), day, since: at, bytes: 0 }
    return { path: file.path, full }
  }

  const ready = (path: string) => `${path.slice(0, -OPEN.length)}${READY}`

  /**
   * Leaves the current file after a failed write, because it may end in half a line: the next points get a new file.
   */
  function leave(): void {
    if (file !== null) file.bytes = Number.POSITIVE_INFINITY
  }

  const grew = (bytes: number) => {
    if (file !== null) file.bytes += bytes
  }

  return {
    async append(points) {
      for (const [day, text] of byDay(points)) {
        const { path, full } = fileFor(day, points[0]?.t ?? 0)
        if (full !== null) await rename(full, ready(full)).catch(unlessMissing)
        await appendFile(path, text, { mode: 0o600, flush: true }).catch((error) => {
          leave()
          throw error
        })
        grew(Buffer.byteLength(text))
      }
    },

    appendNow(points) {
      for (const [day, text] of byDay(points)) {
        const { path, full } = fileFor(day, points[0]?.t ?? 0)
        if (full !== null) renameSync(full, ready(full))
        appendFileSync(path, text, { mode: 0o600, flush: true })
        grew(Buffer.byteLength(text))
      }
    },

    async clear() {
      file = null
      isMade = false
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function byDay(points: readonly HistoryRecord[]): Map<string, string> {
  const days = new Map<string, string>()
  for (const point of points) {
    const day = dayOf(point.t)
    days.set(day, `${days.get(day) ?? ''}${historyLine(point)}\n`)
  }
  return days
}

function unlessMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
