import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { CENSORS, type FinishedEpisode } from '@makas/domain'
import { desc, eq } from 'drizzle-orm'
import type { ClientConfig } from 'pg'
import { episodePaths } from '../../system/files/episode-file.ts'
import { episodeLine } from '../../system/files/episode-line.ts'
import { Database } from '../database/database.ts'
import { episodes } from '../schema/market.ts'

/** Episodes written for a source, at most: about a full file, and a start reads no more. */
const MOST = 15_000

type EngineFolder = { readonly folder: string; readonly hasRoute: (route: string) => boolean }

/**
 * Writes the newest episodes of a database into missing start files of engines, so that measured curves are back after
 * a restore. Resolves with the number of episodes.
 */
export async function writeEpisodeFiles(owner: ClientConfig, folders: readonly EngineFolder[]): Promise<number> {
  const database = new Database({ connection: owner, onLost: () => undefined })
  try {
    let written = 0
    for (const source of ['live', 'demo'] as const) {
      const newest = await database.run((statements) =>
        statements
          .select()
          .from(episodes)
          .where(eq(episodes.source, source))
          .orderBy(desc(episodes.closedAt))
          .limit(MOST * folders.length),
      )
      for (const { folder, hasRoute } of folders) {
        const own = newest.filter(({ route }) => hasRoute(route)).slice(0, MOST)
        if (own.length === 0) continue
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        const [, path] = episodePaths(folder, source)
        const lines = own.reverse().map((row) => `${episodeLine(episodeOf(row))}\n`)
        if (writeWhole(path, lines.join(''))) written += lines.length
      }
    }
    return written
  } finally {
    await database.end()
  }
}

/** Writes a whole file or none, never over an existing file; false where the file exists. */
function writeWhole(path: string, text: string): boolean {
  const part = `${path}.part-${process.pid}`
  try {
    writeFileSync(part, text, { mode: 0o600, flush: true })
    linkSync(part, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(part, { force: true })
  }
}

function episodeOf(row: typeof episodes.$inferSelect): FinishedEpisode {
  const { route, mode, openedAt, closedAt, censored, size, path, maxRoi, lastRoi, latencyMs, forecast, basis } = row
  const why = CENSORS.find((one) => one === censored)
  return {
    route,
    mode,
    openedAt: openedAt.getTime(),
    closedAt: closedAt.getTime(),
    end: why === undefined ? { kind: 'ended' } : { kind: 'censored', why },
    size,
    path,
    maxRoi,
    lastRoi,
    forecast: { share: forecast, basis, latencyMs },
  }
}
