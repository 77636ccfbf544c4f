// Queries for one route's history in an archive of a million findings a day, as the server makes them for a dialog.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDuck } from '../apps/server/src/adapters/archive/inside/duck.ts'
import { folderStore } from '../apps/server/src/adapters/archive/inside/folder-store.ts'
import { MEMORY_MB } from '../apps/server/src/adapters/archive/inside/open-archive.ts'
import { FORMAT, ParquetArchive } from '../apps/server/src/adapters/archive/inside/parquet-archive.ts'
import { printFigure } from './figures/figure-line.ts'
import { percentile } from './figures/measure.ts'
import { runLength } from './figures/run-length.ts'

/**
 * A year of a million findings a day takes ten minutes and some 15 GB to make, so only `--long` makes it; the usual
 * length has 30 days. A query reads only the days that it asks for: the two lengths together show that the archive's
 * length costs nothing. Rows here hold `{}` in place of the API's row, which no history query reads.
 */
const SIZES = {
  tiny: { days: 3, findings: 20_000, questions: 10 },
  usual: { days: 30, findings: 1_000_000, questions: 40 },
  long: { days: 365, findings: 1_000_000, questions: 100 },
}
const DAY_MS = 86_400_000
const LAST_DAY = Date.parse('2026-11-23T00:00:00Z')
const ROUTES = 2_000
const SLOTS = 300
/** Segments of a day: joining leaves some ten for a million findings. */
const SEGMENTS = 10
const { days, findings, questions } = SIZES[runLength()]

const folder = mkdtempSync(join(tmpdir(), 'makas-history-'))
try {
  const store = await folderStore(folder)
  const duck = await openDuck({ memoryMb: MEMORY_MB, work: store.work, folders: [folder] })
  for (let back = 0; back < days; back++) await makeDay(LAST_DAY - back * DAY_MS)
  const archive = new ParquetArchive({
    store,
    duck,
    writer: 'bench',
    damaged: (key, error) => {
      throw new Error(`${key}: ${error}`)
    },
  })
  for (const hours of [24, 168]) {
    const times: number[] = []
    for (let question = -3; question < questions; question++) {
      const route = `spot.C${(question + 3) * 17 + 1}-USDT.okx.binance`
      const to = LAST_DAY + DAY_MS
      const before = performance.now()
      const { recorded } = await archive.history({
        source: 'live',
        route,
        from: to - hours * 3_600_000,
        to,
        slots: SLOTS,
      })
      if (recorded === 0) throw new Error(`${route}: nothing was found`)
      if (question >= 0) times.push(performance.now() - before)
    }
    printFigure({
      bench: 'history',
      metric: `a route's last ${hours} hours of ${days} days with ${findings} findings each, p95`,
      value: Math.round(percentile(times, 0.95)),
      unit: 'ms',
      baseline: 'wanted: 200 ms',
      ratio: Math.round((percentile(times, 0.95) / 200) * 100) / 100,
    })
  }
  duck.close()

  /** Writes one day as joining leaves it: each segment holds a part of the day, sorted by route. */
  async function makeDay(start: number): Promise<void> {
    const day = new Date(start).toISOString().slice(0, 10)
    mkdirSync(join(folder, 'live', day), { recursive: true })
    const each = findings / ROUTES
    const moments = Math.ceil(each / SEGMENTS)
    for (let first = 0; first < each; first += moments) {
      const name = join(folder, 'live', day, `${day}-joined-bench${first}`)
      await duck.run(`COPY (
        SELECT 'spot.C' || route || '-USDT.okx.binance' AS route,
          make_timestamp((${start} + (moment * ${DAY_MS / each})::BIGINT) * 1000) AS t, 'spot' AS mode,
          CASE moment % 10 WHEN 0 THEN 'opened' WHEN 9 THEN 'closed' ELSE 'changed' END AS event,
          CASE WHEN moment % 10 = 9 THEN 'negative' END AS reason,
          hash(route, moment, ${start}) % 1000 / 1000.0 AS net_return, hash(route, moment, 1) % 100000 / 100.0 AS net_pnl,
          hash(route, moment, 2) % 100000 / 1000.0 AS size, (hash(route, moment, 3) % 2000)::BIGINT AS age_ms,
          sha256(concat(route, moment, ${start})) AS evidence_hash, '{}' AS "row", '[]' AS best
        FROM range(${ROUTES}) AS r(route), range(${first}, ${Math.min(each, first + moments)}) AS m(moment) ORDER BY 1, 2
      ) TO '${name}.parquet' ${FORMAT}`)
      writeFileSync(`${name}.json`, '[]')
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
