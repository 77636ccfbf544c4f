import { type FileHandle, open } from 'node:fs/promises'
import type { FinishedEpisode } from '@makas/domain'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { LifetimeSource } from '../../../app/ports/market/market-source.ts'
import type { Clock } from '../../../app/ports/system/clock.ts'
import { StorageFailure } from '../../../app/ports/system/storage.ts'
import { episodePaths } from '../../system/files/episode-file.ts'
import { parseEpisode } from '../../system/files/episode-line.ts'
import type { Database } from '../database/database.ts'
import { episodes } from '../schema/market.ts'

const MOVE_EVERY_MS = 5_000
/** Bytes of one read and one statement: some thousand lines, a few milliseconds of the event loop. */
const PIECE_BYTES = 128 * 1024
const NEWLINE = 10
/** Number of newest episodes that are kept of each source. The demo market makes thousands, which mean little. */
const KEPT: Readonly<Record<LifetimeSource, number>> = { live: 500_000, demo: 50_000 }
/** Trims the oldest once 10,000 rows were added, not at each insert. */
const TRIM_AFTER = 10_000

type MoverOptions = {
  /** Folders in which engines of this process append episodes. */
  readonly folders: readonly string[]
  readonly database: () => Database
  readonly clock: Clock
  readonly log: (level: 'error', event: string, data: Readonly<Record<string, unknown>>) => void
  /** Rows kept of a source; fewer in tests. */
  readonly kept?: number
}

/**
 * Moves finished episodes from the files that the engine appends to into the database. The engine never waits for it,
 * and starts from its files, which hold only the newest episodes, when there is no database.
 */
export class EpisodeMover {
  readonly #options: MoverOptions
  /** Bytes moved of each file, by inode: a full file is renamed. */
  #moved = new Map<bigint, number>()
  readonly #sinceTrim = { live: 0, demo: 0 }
  #isDemoGone = false
  #isStopping = false
  #moving: Promise<void> = Promise.resolve()

  constructor(options: MoverOptions) {
    this.#options = options
  }

  start(): void {
    this.#options.clock.after(MOVE_EVERY_MS, () => {
      if (this.#isStopping) return
      this.#moving = this.#pass().then(() => this.start())
    })
  }

  /** Stops after a last pass, if there is a database. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#moving
    await this.#pass()
  }

  async #pass(): Promise<void> {
    try {
      const seen = new Map<bigint, number>()
      await this.#moveSource('live', seen)
      const hasDemo = await this.#moveSource('demo', seen)
      // The engine deletes the demo market's files when the market goes live (product-decisions.md 27).
      if (!hasDemo && !this.#isDemoGone) await this.#drop('demo')
      this.#isDemoGone = !hasDemo
      // A file that is gone is forgotten: its inode may be reused.
      this.#moved = seen
    } catch (error) {
      // Without a database the episodes wait in the files; `Storage` logs the failure.
      if (error instanceof StorageFailure) return
      this.#options.log('error', 'episodes-not-moved', { error: String(error) })
    }
  }

  /** False where the source has no file. */
  async #moveSource(source: LifetimeSource, seen: Map<bigint, number>): Promise<boolean> {
    let hasFile = false
    for (const path of this.#options.folders.flatMap((folder) => episodePaths(folder, source))) {
      const file = await open(path, 'r').catch(unlessMissing)
      if (file === null) continue
      hasFile = true
      try {
        await this.#moveFile(file, source, seen)
      } finally {
        await file.close()
      }
    }
    await this.#trim(source)
    return hasFile
  }

  async #moveFile(file: FileHandle, source: LifetimeSource, seen: Map<bigint, number>): Promise<void> {
    const { ino, size } = await file.stat({ bigint: true })
    const before = this.#moved.get(ino) ?? 0
    let at = before > size ? 0 : before
    const piece = Buffer.alloc(PIECE_BYTES)
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, at)
      const end = piece.subarray(0, bytesRead).lastIndexOf(NEWLINE) + 1
      if (end > 0) await this.#store(source, piece.toString('utf8', 0, end))
      // A line longer than a piece is not ours: it is skipped, and its rest is refused.
      at += end > 0 || bytesRead < PIECE_BYTES ? end : bytesRead
      seen.set(ino, at)
      this.#moved.set(ino, at)
      if (bytesRead < PIECE_BYTES) return
    }
  }

  async #store(source: LifetimeSource, text: string): Promise<void> {
    const found = text.split('\n').flatMap((line) => (line === '' ? [] : (parseEpisode(line) ?? [])))
    if (found.length === 0) return
    const rows = found.map((episode) => rowOf(source, episode))
    await this.#options.database().run((statements) => statements.insert(episodes).values(rows).onConflictDoNothing())
    this.#sinceTrim[source] += rows.length
  }

  async #trim(source: LifetimeSource): Promise<void> {
    const { database, kept = KEPT[source] } = this.#options
    if (this.#sinceTrim[source] < Math.min(TRIM_AFTER, kept)) return
    await database().run(async (statements) => {
      const ofSource = eq(episodes.source, source)
      const newest = desc(episodes.closedAt)
      const [oldest] = await statements
        .select({ closedAt: episodes.closedAt })
        .from(episodes)
        .where(ofSource)
        .orderBy(newest)
        .offset(kept - 1)
        .limit(1)
      if (oldest !== undefined)
        await statements.delete(episodes).where(and(ofSource, lt(episodes.closedAt, oldest.closedAt)))
    })
    this.#sinceTrim[source] = 0
  }

  async #drop(source: LifetimeSource): Promise<void> {
    await this.#options
      .database()
      .run((statements) => statements.delete(episodes).where(sql`${episodes.source} = ${source}`))
  }
}

function rowOf(source: LifetimeSource, episode: FinishedEpisode): typeof episodes.$inferInsert {
  const { route, mode, openedAt, closedAt, end, size, path, maxRoi, lastRoi, forecast } = episode
  return {
    source,
    route,
    mode,
    openedAt: new Date(openedAt),
    closedAt: new Date(closedAt),
    censored: end.kind === 'censored' ? end.why : null,
    size,
    path,
    maxRoi,
    lastRoi,
    latencyMs: forecast.latencyMs,
    forecast: forecast.share,
    basis: forecast.basis,
  }
}

function unlessMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
