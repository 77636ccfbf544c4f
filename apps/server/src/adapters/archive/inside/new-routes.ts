import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { LifetimeSource } from '../../../app/ports/market/market-source.ts'
import { dayOf, lineRoute } from '../history-line.ts'
import type { NewRoutes, RoutesSeen } from '../messages.ts'
import { isMissing, journalFiles } from './journals.ts'
import type { ParquetArchive } from './parquet-archive.ts'

type Question = {
  readonly source: LifetimeSource
  readonly seen: RoutesSeen
  readonly from: number
  readonly to: number
}

/** The routes with points from `from` on, in all files of journal and archive that were not seen yet. */
export async function newRoutes(
  archive: Pick<ParquetArchive, 'routes'>,
  dataDir: string,
  { source, seen, from, to }: Question,
): Promise<NewRoutes> {
  const routes = new Set<string>()
  const journals: Record<string, number> = {}
  // The journal first: a file that becomes a segment meanwhile is then read twice rather than not at all.
  for (const { name, path } of await journalFiles(dataDir, source)) {
    if (name.slice(0, 10) < dayOf(from)) continue
    const read = await readFrom(path, seen.journals[name] ?? 0, routes)
    if (read !== null) journals[name] = read
  }
  const stored = await archive.routes(source, from, to, new Set(seen.segments))
  for (const route of stored.routes) routes.add(route)
  return { routes: [...routes], seen: { segments: stored.segments, journals } }
}

/**
 * Adds the routes of a file's whole lines from byte `from` on. Returns the byte after the last whole line; null: there
 * is no file.
 */
async function readFrom(path: string, from: number, routes: Set<string>): Promise<number | null> {
  try {
    const { size } = await stat(path)
    if (size <= from) return from
    const bytes = createReadStream(path, { encoding: 'utf8', start: from, end: size - 1 })
    let at = from
    for await (const line of createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY })) {
      const next = at + Buffer.byteLength(line) + 1
      // The rest of a line is still being written.
      if (next > size) break
      at = next
      const route = lineRoute(line)
      if (route !== null) routes.add(route)
    }
    return at
  } catch (error) {
    // The file was renamed, or became a segment.
    if (isMissing(error)) return null
    throw error
  }
}
