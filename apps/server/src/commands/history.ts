import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { askArchive, NoQuestion, type Table } from '../adapters/archive/inside/ask-archive.ts'
import { readConfig } from '../config/config.ts'
import { command, refuse, runHere, type Terminal } from './shared/run-command.ts'

const USAGE = 'usage: npm run history -- [--json] [--source live|demo] "SELECT … FROM lives …"'
/** Largest width of a table column, in characters; --json prints whole values. */
const WIDEST = 60

/** `npm run history -- "SQL"`: queries the archive, also while the server runs; read-only. */
async function main(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { json: { type: 'boolean', default: false }, source: { type: 'string', default: 'live' } },
    allowPositionals: true,
  })
  const [sql, ...more] = positionals
  const { source } = values
  if (sql === undefined || more.length > 0 || (source !== 'live' && source !== 'demo')) return refuse(USAGE)
  const reading = readConfig(terminal.settings)
  if (reading.kind === 'refused') return refuse(reading.mistakes.join('\n'))
  const { dataDir, archive } = reading.config
  if (!existsSync(dataDir)) return refuse(`there is no data folder ${dataDir}`)
  const table = await askArchive({ dataDir, place: archive.place }, source, sql)
  terminal.print(values.json ? JSON.stringify(table.rows, plain) : drawn(table))
}

/** Converts DuckDB's big integers to JSON numbers; times are ISO 8601. */
const plain = (_name: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)

function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : value instanceof Date ? value.toISOString() : String(value)
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text
}

function drawn({ columns, rows }: Table): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  const text = (line: readonly string[]) =>
    line
      .map((word, at) => word.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  const count = rows.length === 1 ? '1 row' : `${rows.length} rows`
  return [text(columns), widths.map((width) => '-'.repeat(width)).join('  '), ...lines.slice(1).map(text), count].join(
    '\n',
  )
}

export const run = command(main, (error) => {
  if (error instanceof NoQuestion) return error.message
  // DuckDB's messages about a faulty query begin with their kind: the caller can correct the query.
  return error instanceof Error &&
    /^(Parser|Binder|Catalog|Conversion|Permission|Out of Memory|Invalid Input) Error/.test(error.message)
    ? error.message
    : null
})

if (import.meta.main) await runHere(run)
