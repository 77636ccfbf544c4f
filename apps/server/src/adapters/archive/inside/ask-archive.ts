import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LifetimeSource } from '../../../app/ports/market/market-source.ts'
import { LINE_COLUMNS } from '../history-line.ts'
import type { ArchiveSettings } from '../messages.ts'
import { type Answer, listOf } from './duck.ts'
import { journalFiles } from './journals.ts'
import { openArchive } from './open-archive.ts'

export type Table = Answer

/** The SQL is not a single query. */
export class NoQuestion extends Error {
  constructor() {
    super('only one SELECT can be asked: history is never changed')
  }
}

/** Queries the archive of one market in SQL, as the table `lives`; any statement but a query is refused. */
export async function askArchive(
  settings: Pick<ArchiveSettings, 'dataDir' | 'place'>,
  source: LifetimeSource,
  sql: string,
): Promise<Table> {
  // A separate work folder, since a server may use that of the archive.
  const work = await mkdtemp(join(tmpdir(), 'makas-history-'))
  try {
    const { archive, store, duck } = await openArchive(settings, () => undefined, work)
    const journals = await journalFiles(settings.dataDir, source)
    const segments = await archive.segments(source)
    const files: string[] = []
    for (const { key } of segments) {
      const path = await store.open(key)
      if (path !== null) files.push(path)
    }
    await duck.run(
      `CREATE VIEW lives AS ${viewOf(
        files,
        journals.filter(({ name }) => !segments.some((one) => one.name === name)).map(({ path }) => path),
      )}`,
    )
    const table = await duck.ask(sql)
    duck.close()
    if (table === null) throw new NoQuestion()
    return table
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const COLUMNS = 'route, t, mode, event, reason, net_return, net_pnl, size, age_ms, evidence_hash, "row", best'

function viewOf(files: readonly string[], journals: readonly string[]): string {
  const lines = `columns = ${LINE_COLUMNS}, format = 'newline_delimited', ignore_errors = true`
  const parts = [
    ...(files.length === 0 ? [] : [`SELECT ${COLUMNS} FROM read_parquet(${listOf(files)})`]),
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
