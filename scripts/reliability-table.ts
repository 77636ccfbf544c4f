import { availableParallelism, loadavg } from 'node:os'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import type { Figure } from './figure.ts'
import { changesIn, History, headOf } from './reliability/history.ts'
import { codeOf } from './reliability/reached.ts'
import { type MeasuredRow, readRecord, renewed } from './reliability/record.ts'
import { writeReliability } from './reliability/refresh.ts'
import { root } from './run-command.ts'
import { isLongRun } from './run-length.ts'

/** From this load of each core on, before the tests have begun, others use the machine. */
const BUSY_LOAD = 0.5

type Measured = Figure & { readonly test: string }

/** Collects the figures that tests recorded; the long run keeps them, the short one prints them. */
export default class ReliabilityTable implements Reporter {
  readonly #figures: Measured[] = []
  #begunAt: string | null = null
  #isBusy = false

  onTestRunStart(): void {
    if (!isLongRun) return
    this.#begunAt = cleanHead()
    this.#isBusy = (loadavg()[0] ?? 0) / availableParallelism() > BUSY_LOAD
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state !== 'passed') return
    for (const figure of test.meta().figures ?? []) this.#figures.push({ ...figure, test: pathOf(test.module) })
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const { row, wanted, measured, seed } of this.#figures) {
      console.log(`${row} (seed ${seed}): wanted ${wanted}; measured ${measured}`)
    }
    if (!isLongRun) return
    const commit = cleanHead()
    // What was changed under the tests is not what the commit has.
    if (commit === null || commit !== this.#begunAt) console.log('no figure was kept: the code changed meanwhile')
    else this.#keep(commit, modules.map(pathOf))
  }

  #keep(commit: string, tests: readonly string[]): void {
    const tree = new History(root).tree(commit)
    const date = new Date().toISOString().slice(0, 10)
    const rows: MeasuredRow[] = this.#figures.map((figure) => ({
      ...figure,
      date,
      commit,
      code: codeOf(figure.test, tree),
      ...(this.#isBusy ? { isBusy: true } : {}),
    }))
    const record = readRecord(root)
    writeReliability(root, { ...record, rows: renewed(record.rows, rows, tests) })
  }
}

const pathOf = ({ moduleId }: TestModule): string => relative(root, moduleId).replaceAll('\\', '/')

/** The commit that is checked out, unless something differs from it. */
const cleanHead = (): string | null => (changesIn(root).length === 0 ? headOf(root) : null)
