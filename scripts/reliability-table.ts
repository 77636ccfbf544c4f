import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import type { Figure } from './figure.ts'
import { isLongRun } from './run-length.ts'

const page = join(import.meta.dirname, '..', 'docs', 'reliability.md')

const INTRODUCTION = `# Measured reliability

Each row of the fault matrix that a test proves, with the figure that was wanted and the one that was measured.
\`npm run test:long\` writes this page; \`npm test\` runs the same tests at 1 % of their counts and prints its figures.
`

/** The table as markdown, rows in the order of their ids. Only figures of tests that passed belong in it. */
export function reliabilityTable(figures: readonly Figure[], date: string): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const byRow = (a: Figure, b: Figure) => a.row.localeCompare(b.row, 'en', { numeric: true })
  const rows = [...figures]
    .sort(byRow)
    .map(({ row, wanted, measured, seed }) => `| ${row} | ${cell(wanted)} | ${cell(measured)} | ${seed} | ${date} |`)
  return ['| row | wanted | measured | seed | date |', '|---|---|---|---|---|', ...rows, ''].join('\n')
}

/** Collects the figures that tests recorded; the long run keeps them, the short one prints them. */
export default class ReliabilityTable implements Reporter {
  readonly #figures: Figure[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'passed') this.#figures.push(...(test.meta().figures ?? []))
  }

  onTestRunEnd(_modules: readonly TestModule[], _errors: readonly unknown[], reason: string): void {
    if (this.#figures.length === 0) return
    const table = reliabilityTable(this.#figures, new Date().toISOString().slice(0, 10))
    console.log(`\n${table}`)
    if (isLongRun && reason === 'passed') writeFileSync(page, `${INTRODUCTION}\n${table}`)
  }
}
