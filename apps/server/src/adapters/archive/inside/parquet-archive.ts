import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Archive, History, HistoryQuestion, Retention, Segment } from '../../../app/ports/market/archive.ts'
import type { LifetimeSource } from '../../../app/ports/market/market-source.ts'
import { dayOf, historyPoint, LINE_COLUMNS } from '../history-line.ts'
import { type Duck, listOf, quoted } from './duck.ts'
import { counting, partsKey, readKey, type SegmentKey, segmentKey } from './segment-names.ts'
import type { SegmentStore } from './segment-store.ts'

const DAY_MS = 86_400_000
/**
 * Number of small segments of the current day from which they are compacted. A past day is compacted from two segments
 * on.
 */
const COMPACT_FROM = 8
/**
 * Compressed bytes of the segments compacted into one, at most: about ten times that as text, which DuckDB sorts in little
 * memory. A day of a million findings becomes about ten segments.
 */
const COMPACT_BYTES = 16_000_000
/** Time after a day's end from which it is compacted: no more of its points come. */
const DAY_IS_OVER_MS = 3_600_000
const MOST_TRIES = 3
const SOURCES: readonly LifetimeSource[] = ['live', 'demo']
/**
 * Parquet options. Rows are sorted by route, so that a question reads one or two row groups, found by their columns'
 * minimum and maximum. A group is held in memory until it is whole, and a row may have some kilobytes.
 */
export const FORMAT = '(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 8192)'
const ORDER = 'ORDER BY route, t'

/** DuckDB's errors of an unreadable file. */
const UNREADABLE = /^(Invalid Input|Invalid|IO|Serialization|Conversion|Internal) Error|TProtocol|Parquet|ZSTD/i
/** DuckDB's errors of a reached limit. */
const LIMIT = /^(Out of Memory|INTERRUPT)/i

class Vanished extends Error {}

/** Calls `read` again where segments were compacted or removed meanwhile: the store is then listed anew. */
async function untilThere<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof Vanished) || tries === MOST_TRIES) throw error
    }
  }
}

type Parts = {
  readonly store: SegmentStore
  readonly duck: Duck
  /** Name of this archive in its segments' keys: others may write into the same store. */
  readonly writer: string
  /** Called for an unreadable segment that was set aside. */
  readonly damaged: (key: string, error: string) => void
}

/** An archive of Parquet files, `<source>/<day>/<name>.parquet`, in a store. */
export class ParquetArchive implements Archive {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async write({ source, name, file }: Segment): Promise<void> {
    const { store, duck, writer } = this.#parts
    const key = segmentKey(source, name, writer)
    const listed = await this.#all(source, name.slice(0, 10))
    if (listed.some((other) => readKey(other)?.name === name) || (await this.#isPart(listed, name))) return
    const made = join(store.work, `${name}.parquet`)
    await duck.run(`COPY (SELECT route, make_timestamp(t * 1000) AS t, mode, event, reason, net_return, net_pnl, size, age_ms,
      evidence_hash, "row", best FROM read_json(${quoted(file)}, columns = ${LINE_COLUMNS}, format = 'newline_delimited',
      ignore_errors = true) WHERE route IS NOT NULL AND t IS NOT NULL ${ORDER}) TO ${quoted(made)} ${FORMAT}`)
    await store.put(key, made)
  }

  async history(question: HistoryQuestion): Promise<History> {
    const { source, route, from, to, slots } = question
    // Selects the last point of each event in each slot; slots begin with the first point.
    const sql = (files: readonly string[]) => `
      WITH found AS (
        SELECT epoch_ms(t) AS t, event, reason, net_return, net_pnl, size, age_ms, evidence_hash
        FROM read_parquet(${listOf(files)}) WHERE route = $1
          AND t >= make_timestamp(${Math.floor(from) * 1000}) AND t < make_timestamp(${Math.ceil(to) * 1000})
      ), numbered AS (
        SELECT *, count(*) OVER () AS recorded, (t - min(t) OVER ()) //
          greatest(1, ceil((${Math.ceil(to)} - min(t) OVER ()) / ${slots}))::BIGINT AS slot FROM found
      )
      SELECT * FROM numbered QUALIFY row_number() OVER (PARTITION BY slot, event ORDER BY t DESC) = 1 ORDER BY t`
    return untilThere(async () => {
      const segments = await this.#ofDays(source, from, to)
      const rows = await this.#read(segments, (files) => this.#parts.duck.rows(sql(files), [route]))
      return { recorded: Number(rows[0]?.recorded ?? 0), points: rows.map(historyPoint) }
    })
  }

  /**
   * The routes in the segments of the days from `from` to `to`, without segments that were `seen`, and the names of all
   * these segments.
   */
  routes(
    source: LifetimeSource,
    from: number,
    to: number,
    seen: ReadonlySet<string>,
  ): Promise<{ readonly routes: readonly string[]; readonly segments: readonly string[] }> {
    return untilThere(async () => {
      const segments = await this.#ofDays(source, from, to)
      const routes = new Set<string>()
      // Segments are read one after the other: a week's segments may not fit into the cache together.
      for (const segment of segments.filter(({ key }) => !seen.has(key))) {
        const rows = await this.#read([segment], (files) =>
          this.#parts.duck.rows(`SELECT DISTINCT route FROM read_parquet(${listOf(files)})`),
        )
        for (const { route } of rows) routes.add(String(route))
      }
      return { routes: [...routes], segments: segments.map(({ key }) => key) }
    })
  }

  async tidy(now: number, retention: Retention): Promise<void> {
    for (const source of SOURCES) await this.#compact(source, now)
    await this.#retain(now, retention)
  }

  async drop(source: LifetimeSource): Promise<void> {
    for (const { key } of await this.#parts.store.list(source)) await this.#parts.store.remove(key)
  }

  /** The segments of a source that count: no parts of compacted segments, no unfinished segments. */
  async segments(source: LifetimeSource): Promise<readonly SegmentKey[]> {
    return this.#counting(await this.#all(source))
  }

  async #all(source: LifetimeSource, day?: string): Promise<readonly string[]> {
    const files = await this.#parts.store.list(day === undefined ? source : `${source}/${day}`)
    return files.map(({ key }) => key)
  }

  async #counting(keys: readonly string[]): Promise<readonly SegmentKey[]> {
    return counting(keys, (key) => this.#partsOf(key))
  }

  async #partsOf(key: string): Promise<readonly string[]> {
    const path = await this.#parts.store.open(partsKey(key))
    if (path === null) return []
    return JSON.parse(await readFile(path, 'utf8')) as string[]
  }

  /** Whether a compacted segment contains the one of this name. */
  async #isPart(listed: readonly string[], name: string): Promise<boolean> {
    for (const other of listed) {
      if (!readKey(other)?.isCompacted || !listed.includes(partsKey(other))) continue
      if ((await this.#partsOf(other)).some((part) => readKey(part)?.name === name)) return true
    }
    return false
  }

  async #ofDays(source: LifetimeSource, from: number, to: number): Promise<readonly SegmentKey[]> {
    const keys: string[] = []
    for (let at = Math.floor(from / DAY_MS) * DAY_MS; at < to; at += DAY_MS)
      keys.push(...(await this.#all(source, dayOf(at))))
    return this.#counting(keys)
  }

  /** Runs `ask` on segments; an unreadable one is set aside, and `ask` repeated with the others. */
  async #read<T>(segments: readonly SegmentKey[], ask: (files: readonly string[]) => Promise<readonly T[]>) {
    const { store } = this.#parts
    const open: { readonly key: string; readonly path: string }[] = []
    for (const { key } of segments) {
      const path = await store.open(key)
      if (path !== null) open.push({ key, path })
    }
    if (open.length === 0) return []
    try {
      return await ask(open.map(({ path }) => path))
    } catch (error) {
      if (!isUnreadable(error)) throw error
      for (const { key } of open) if ((await store.open(key)) === null) throw new Vanished(key)
      const good: string[] = []
      for (const { key, path } of open) {
        if (await this.#isGood(key, path)) good.push(path)
      }
      // All files are readable, so the error has another cause.
      if (good.length === open.length) throw error
      return good.length === 0 ? [] : ask(good)
    }
  }

  async #isGood(key: string, path: string): Promise<boolean> {
    try {
      // This reads every column of every row.
      await this.#parts.duck.rows(`SELECT max(hash(f)) FROM read_parquet(${quoted(path)}) AS f`)
      return true
    } catch (error) {
      if (!isUnreadable(error)) throw error
      await this.#parts.store.setAside(key)
      this.#parts.damaged(key, String(error))
      return false
    }
  }

  /**
   * Compacts only segments that this archive wrote: two archives that share a store would compact the same segments, or
   * take each other's unfinished segments for remains of a crash.
   */
  async #compact(source: LifetimeSource, now: number): Promise<void> {
    const files = await this.#parts.store.list(source)
    const all = files.map(({ key }) => key)
    const sizes = new Map(files.map(({ key, bytes }) => [key, bytes]))
    const days = new Map<string, SegmentKey[]>()
    const own = (await this.#counting(all)).filter(({ writer }) => writer === this.#parts.writer)
    for (const segment of own) days.set(segment.day, [...(days.get(segment.day) ?? []), segment])
    await this.#sweep(all)
    for (const [day, segments] of days) {
      const isOver = now - Date.parse(day) > DAY_MS + DAY_IS_OVER_MS
      const parts = isOver ? segments : segments.filter(({ isCompacted }) => !isCompacted)
      for (const group of fitting(parts, ({ key }) => sizes.get(key) ?? 0))
        if (group.length >= (isOver ? 2 : COMPACT_FROM)) await this.#compactSegments(source, day, group)
    }
  }

  /** Compacts segments into one. Once the list of its parts is stored it counts in place of them. */
  async #compactSegments(source: LifetimeSource, day: string, parts: readonly SegmentKey[]): Promise<void> {
    const { store, duck, writer } = this.#parts
    const name = `${day}-joined-${randomBytes(6).toString('hex')}`
    const key = segmentKey(source, name, writer)
    const made = join(store.work, `${name}.parquet`)
    await this.#read(parts, async (files) => {
      await duck.run(`COPY (SELECT * FROM read_parquet(${listOf(files)}) ${ORDER}) TO ${quoted(made)} ${FORMAT}`)
      return []
    })
    await store.put(key, made)
    const list = join(store.work, `${name}.json`)
    await writeFile(list, JSON.stringify(parts.map((part) => part.key)), { mode: 0o600 })
    await store.put(partsKey(key), list)
    for (const part of parts) await this.#forget(part.key)
  }

  /** Removes the compacted parts and unfinished segments that an earlier run of this archive left. */
  async #sweep(all: readonly string[]): Promise<void> {
    const segments = all.flatMap((key) => readKey(key) ?? [])
    const counted = new Set((await this.#counting(all)).map(({ key }) => key))
    for (const { key, writer } of segments)
      if (writer === this.#parts.writer && !counted.has(key)) await this.#forget(key)
  }

  async #forget(key: string): Promise<void> {
    // The list goes last: without it the compacted segment does not count, and its parts would again.
    await this.#parts.store.remove(key)
    if (readKey(key)?.isCompacted) await this.#parts.store.remove(partsKey(key))
  }

  /**
   * Removes all segments of days before the retention, also segments that other archives wrote: archives that do so at
   * the same time choose the same days. Above the limit of bytes it also removes segments of later days, oldest day
   * first, but only segments that count: another archive may be compacting the others.
   */
  async #retain(now: number, { days, bytes }: Retention): Promise<void> {
    const { store } = this.#parts
    const files = (await Promise.all(SOURCES.map((source) => store.list(source)))).flat()
    const dayIn = (key: string) => key.split('/')[1] ?? ''
    // A clock that is ahead writes today's segments itself: days count from segments that were there before today.
    const before = files.map(({ key }) => dayIn(key)).filter((day) => day < dayOf(now))
    const latest = Math.min(now, Date.parse(before.sort().at(-1) ?? dayOf(now)) + 2 * DAY_MS)
    const oldest = dayOf(latest - days * DAY_MS)
    const isOver = (key: string) => dayIn(key) < oldest
    for (const { key } of files) if (isOver(key) && readKey(key) !== null) await this.#forget(key)
    // Lists of compacted parts that were left behind: their segments were removed above or earlier.
    for (const { key } of files) if (isOver(key) && readKey(key) === null) await store.remove(key)
    const sizes = new Map(files.map(({ key, bytes: size }) => [key, size]))
    const left = await this.#counting(files.map(({ key }) => key).filter((key) => !isOver(key)))
    let total = left.reduce((sum, { key }) => sum + (sizes.get(key) ?? 0), 0)
    for (const { key } of [...left].sort((a, b) => (a.day < b.day ? -1 : 1))) {
      if (total <= bytes) return
      await this.#forget(key)
      total -= sizes.get(key) ?? 0
    }
  }
}

/** Groups parts up to `COMPACT_BYTES`; a part above half of that is left out. */
function fitting<T>(parts: readonly T[], bytesOf: (part: T) => number): readonly (readonly T[])[] {
  const groups: T[][] = []
  let room = 0
  for (const part of parts.filter((one) => bytesOf(one) <= COMPACT_BYTES / 2)) {
    if (bytesOf(part) > room) {
      groups.push([])
      room = COMPACT_BYTES
    }
    groups.at(-1)?.push(part)
    room -= bytesOf(part)
  }
  return groups
}

function isUnreadable(error: unknown): boolean {
  const message = error instanceof Error ? error.message : String(error)
  return !LIMIT.test(message) && UNREADABLE.test(message)
}
