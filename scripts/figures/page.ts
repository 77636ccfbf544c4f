import { basename } from 'node:path'
import type { FigureTable, Measured } from './table.ts'

/** A row of the fault matrix: what goes wrong, and what must hold then. */
type Fault = { readonly row: string; readonly fault: string; readonly wanted: string }

const FAULT = /^\| ([A-Z]\d+) \| (.+?) \| (.+) \|$/gm

const faultsIn = (matrix: string): Fault[] =>
  [...matrix.matchAll(FAULT)].map(([, row = '', fault = '', wanted = '']) => ({ row, fault, wanted }))

const heading = ({ commit, machine, date }: FigureTable) => `# Measured reliability

Commit \`${commit}\`, ${date}, ${machine}.

One line for each row of the [fault matrix](reliability-matrix.md), then one for each security requirement that names a
count. \`npm run test:long\` measures these figures at full counts, and \`npm run release\` writes this page of the last run
(decision [0015](decisions/0015-figures-once-a-release.md)). **Not shown** names what was wanted and was missed, or was not
run for so long.

| row | what | wanted | measured | test |
|---|---|---|---|---|`

const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const distinct = (texts: readonly string[]) => [...new Set(texts)]

/** Joins the figures of one row: each wanted text once, with its measured figures on the same line of both cells. */
function measuredLine(row: string, what: string, figures: readonly Measured[]): string {
  const wanted = distinct(figures.map((figure) => figure.wanted))
  const measured = wanted.map((text) =>
    distinct(figures.filter((figure) => figure.wanted === text).map(measuredText)).join(' · '),
  )
  const tests = distinct(figures.map(({ test }) => test)).map((test) => `[${basename(test)}](../${test})`)
  return line([row, what, wanted.join('<br>'), measured.join('<br>'), tests.join(', ')])
}

const measuredText = ({ measured, notShown }: Measured) =>
  notShown === undefined ? measured : `${measured} **Not shown: ${notShown}**`

/** The page of measured figures: first the rows of `matrix` (its text) in their order, then all other figures. */
export function pageOf(table: FigureTable, matrix: string): string {
  const figuresOf = (row: string) => table.figures.filter((figure) => figure.row === row)
  const faults = faultsIn(matrix)
  const ofFaults = faults.map(({ row, fault, wanted }) => {
    const figures = figuresOf(row)
    return figures.length === 0 ? line([row, fault, wanted, 'not measured', '']) : measuredLine(row, fault, figures)
  })
  const rows = distinct(table.figures.map(({ row }) => row)).filter((row) => !faults.some((fault) => fault.row === row))
  const others = rows
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((row) => measuredLine(row, row.replace(/^SEC-/, '[security.md](security.md) '), figuresOf(row)))
  return [heading(table), ...ofFaults, ...others, ''].join('\n')
}
