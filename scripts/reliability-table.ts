import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import type { Figure } from './figure.ts'
import { isLongRun } from './run-length.ts'

const page = join(import.meta.dirname, '..', 'docs', 'reliability.md')

const INTRODUCTION = `# Measured reliability

Each row of the fault matrix that a test proves, and each security requirement (SEC) that names a count, with the figure
that was wanted, the one that was measured at the full count, and the test that measured it. \`npm run test:long\` writes this
page, \`npm run test:long -- FILE …\` renews the rows of some tests; \`npm test\` runs the same tests at 1 % of their counts and
prints its figures.
`
const HEADING = '| row | wanted | measured | seed | date | test |'

/** A row of the table: the figure, when it was measured, and by which test. */
export type MeasuredFigure = Figure & { readonly date: string; readonly test: string }

/** The table as markdown, rows in the order of their ids. Only figures of tests that passed belong in it. */
export function reliabilityTable(figures: readonly MeasuredFigure[]): string {
  const byRow = (a: MeasuredFigure, b: MeasuredFigure) =>
    a.row.localeCompare(b.row, 'en', { numeric: true }) || a.test.localeCompare(b.test)
  const rows = [...figures].sort(byRow).map(({ row, wanted, measured, seed, date, test }) => {
    const cells = [row, wanted, measured, String(seed), date, test]
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return [HEADING, '|---|---|---|---|---|---|', ...rows, ''].join('\n')
}

/** The rows of a table that was written before. */
export function tableRows(markdown: string): MeasuredFigure[] {
  const from = markdown.indexOf(HEADING)
  if (from < 0) return []
  const lines = markdown.slice(from).split('\n').slice(2)
  return lines
    .filter((line) => line.startsWith('| '))
    .map((line) => {
      const cells = line
        .slice(2, -2)
        .split(/ \| /)
        .map((cell) => cell.replaceAll('\\|', '|'))
      const [row = '', wanted = '', measured = '', seed = '', date = '', test = ''] = cells
      return { row, wanted, measured, seed: Number(seed), date, test }
    })
}

/** What a run leaves of the rows that were there: those of tests that it did not run. */
export function renewed(
  before: readonly MeasuredFigure[],
  figures: readonly MeasuredFigure[],
  tests: readonly string[],
): MeasuredFigure[] {
  return [...before.filter(({ test }) => !tests.includes(test)), ...figures]
}

/** Collects the figures that tests recorded; the long run keeps them, the short one prints them. */
export default class ReliabilityTable implements Reporter {
  readonly #figures: MeasuredFigure[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.result().state !== 'passed') return
    const date = new Date().toISOString().slice(0, 10)
    for (const figure of test.meta().figures ?? []) {
      this.#figures.push({ ...figure, date, test: nameOf(test.module) })
    }
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#figures.length > 0) console.log(`\n${reliabilityTable(this.#figures)}`)
    if (!isLongRun) return
    const before = existsSync(page) ? tableRows(readFileSync(page, 'utf8')) : []
    const rows = renewed(before, this.#figures, modules.map(nameOf))
    writeFileSync(page, `${INTRODUCTION}\n${reliabilityTable(rows)}`)
  }
}

/** A test file by its last part: no two that measure share one. */
function nameOf({ moduleId }: TestModule): string {
  return moduleId.slice(moduleId.lastIndexOf('/') + 1)
}
