import { existsSync } from 'node:fs'
import type { LifetimeSource } from '../../../app/ports/market/market-source.ts'
import { LINE_COLUMNS } from '../history-line.ts'
import type { ArchiveSettings } from '../messages.ts'
import { type Answer, listOf } from './duck.ts'
import { journalFiles } from './journals.ts'
import { type OpenArchive, readArchive } from './open-archive.ts'

export type Table = Answer

/** The SQL is not a single query. */
export class NoQuestion extends Error {
  constructor() {
    super('only one SELECT can be asked: history is never changed')
  }
}

type Files = { readonly segments: readonly string[]; readonly journals: readonly string[] }

/** Tries of a question while a server packs, compacts or removes what it reads, at most. */
const MOST_TRIES = 5

/** Queries the archive of one market in SQL, as the table `lives`; any statement but a query is refused. */
export function askArchive(
  settings: Pick<ArchiveSettings, 'dataDir' | 'place'>,
  source: LifetimeSource,
  sql: string,
): Promise<Table> {
  return readArchive(settings, async (opened) => {
    for (let tries = 1; ; tries++) {
      const files = await filesOf(opened, settings.dataDir, source)
      if (files === null && tries < MOST_TRIES) continue
      if (files === null) throw new Error('the history changed each time while it was read: ask again')
      try {
        await opened.duck.run(`CREATE OR REPLACE VIEW lives AS ${viewOf(files)}`)
        const table = await opened.duck.ask(sql)
        if (table === null) throw new NoQuestion()
        return table
      } catch (error) {
        // The question failed because a file was removed while it was read: the files are listed anew.
        if (tries === MOST_TRIES || [...files.segments, ...files.journals].every((path) => existsSync(path)))
          throw error
      }
    }
  })
}

/** The files of all history; null where a listed segment was gone before it was opened. */
async function filesOf(
  { archive, store }: OpenArchive,
  dataDir: string,
  source: LifetimeSource,
): Promise<Files | null> {
  // The journal first: a file that becomes a segment meanwhile is left out here, by its name.
  const journals = await journalFiles(dataDir, source)
  const listed = await archive.segments(source)
  const segments: string[] = []
  for (const { key } of listed) {
    const path = await store.open(key)
    if (path === null) return null
    segments.push(path)
  }
  const packed = new Set(listed.map(({ name }) => name))
  return { segments, journals: journals.filter(({ name }) => !packed.has(name)).map(({ path }) => path) }
}

const COLUMNS = 'route, t, mode, event, reason, net_return, net_pnl, size, age_ms, evidence_hash, "row", best'

function viewOf({ segments, journals }: Files): string {
  const lines = `columns = ${LINE_COLUMNS}, format = 'newline_delimited', ignore_errors = true`
  const parts = [
    ...(segments.length === 0 ? [] : [`SELECT ${COLUMNS} FROM read_parquet(${listOf(segments)})`]),
    ...(journals.length === 0
      ? []
      : [
          `SELECT ${COLUMNS.replace(' t,', ' make_timestamp(t * 1000) AS t,')} FROM read_json(${listOf(journals)}, ${lines})
           WHERE route IS NOT NULL AND t IS NOT NULL`,
        ]),
  ]
  return parts.length > 0 ? parts.join(' UNION ALL ') : NOTHING
}

/** The table's columns without a row, for an empty archive. */
const NOTHING = `SELECT ''::VARCHAR AS route, epoch_ms(0) AS t, '' AS mode, '' AS event, '' AS reason, 0.0::DOUBLE AS net_return,
  0.0::DOUBLE AS net_pnl, 0.0::DOUBLE AS size, 0::BIGINT AS age_ms, '' AS evidence_hash, '' AS "row", '' AS best WHERE false`
