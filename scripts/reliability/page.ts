import { basename } from 'node:path'
import type { Mark } from './marks.ts'
import type { MeasuredRow, ReliabilityRecord } from './record.ts'

/** A row of the fault matrix: what goes wrong, and what must hold then. */
export type Fault = { readonly row: string; readonly fault: string; readonly wanted: string }

const FAULT = /^\| ([A-Z]\d+) \| (.+?) \| (.+) \|$/gm

export const faultsIn = (matrix: string): Fault[] =>
  [...matrix.matchAll(FAULT)].map(([, row = '', fault = '', wanted = '']) => ({ row, fault, wanted }))

const introduction = (commit: string) => `# Measured reliability

Each row of the [fault matrix](reliability-matrix.md), and each security requirement (SEC) that names a count: what was
done, the figure that was wanted, the one that was measured at the full count, and the test that measured it. A row without
a figure says so. \`npm test\` runs most of these tests at a part of their counts (messages 1 %, at least 10,000; cycles a tenth,
5 to 20) and prints its figures; those that say nothing below their full length run in \`npm run test:long\` alone.

The commit of a row is one whose code was measured, as far as its test reaches it: all that it imports and starts. The marks
are those of commit \`${commit}\`: a row is **old** where that code was another there, or where its commit is not known. What
has changed since then, \`npm run check\` says. A figure from a busy machine counts as truly as any, but its times are longer.
**Not shown** names what was wanted and was missed, or not run for so long.

\`npm run test:long\` measures at the commit that is checked out and writes this page, \`npm run test:long -- FILE …\` renews the
rows of some tests, \`npm run reliability\` only the marks. The figures lie in \`docs/reliability.json\`.
`

const HEADING =
  '| row | what was done | wanted | measured | seed | date | commit | test |\n|---|---|---|---|---|---|---|---|'

const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

function commitCell({ commit }: MeasuredRow, mark: Mark): string {
  if (mark === 'current') return `\`${commit}\``
  return mark === 'changed' ? `\`${commit}\`, old` : 'old: commit unknown'
}

function measuredLine(row: MeasuredRow, done: string, mark: Mark): string {
  const notShown = row.notShown === undefined ? '' : ` **Not shown: ${row.notShown}**`
  const measured = `${row.measured}${row.isBusy === true ? ' (busy machine)' : ''}${notShown}`
  const test = `[${basename(row.test)}](../${row.test})`
  return line([row.row, done, row.wanted, measured, String(row.seed), row.date, commitCell(row, mark), test])
}

/** The lines of the table: faults in the order of the matrix, then what else was measured. */
export function tableLines(
  rows: readonly MeasuredRow[],
  faults: readonly Fault[],
  mark: (row: MeasuredRow) => Mark,
): string[] {
  const ofFaults = faults.flatMap(({ row, fault, wanted }) => {
    const measured = rows.filter((one) => one.row === row)
    if (measured.length === 0) return [line([row, fault, wanted, 'not measured', '', '', '', ''])]
    return measured.map((one) => measuredLine(one, fault, mark(one)))
  })
  const others = rows.filter(({ row }) => !faults.some((fault) => fault.row === row))
  const point = (row: string) => (row.startsWith('SEC-') ? `[security.md](security.md) ${row.slice(4)}` : '')
  return [...ofFaults, ...others.map((one) => measuredLine(one, point(one.row), mark(one)))]
}

/** The page, of a record whose rows are in their order. */
export function pageOf(
  { rows, marksAt }: ReliabilityRecord,
  faults: readonly Fault[],
  mark: (row: MeasuredRow) => Mark,
): string {
  return [introduction(marksAt), HEADING, ...tableLines(rows, faults, mark), ''].join('\n')
}
