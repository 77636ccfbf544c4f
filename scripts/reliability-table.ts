import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { cleanHead } from './reliability/history.ts'
import { isBusy, keepFigures, type Measured, printFigures } from './reliability/keep.ts'
import { root } from './run-command.ts'
import { isLongRun } from './run-length.ts'

/** Collects the figures that tests recorded; the long run keeps them, the short one prints them. */
export default class ReliabilityTable implements Reporter {
  readonly #figures: Measured[] = []
  #begunAt: string | null = null
  #isBusy = false

  onTestRunStart(): void {
    if (!isLongRun) return
    this.#begunAt = cleanHead(root)
    this.#isBusy = isBusy()
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state !== 'passed') return
    for (const figure of test.meta().figures ?? []) this.#figures.push({ ...figure, test: pathOf(test.module) })
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    printFigures(this.#figures)
    if (isLongRun) keepFigures(root, this.#begunAt, this.#figures, modules.map(pathOf), this.#isBusy)
  }
}

const pathOf = ({ moduleId }: TestModule): string => relative(root, moduleId).replaceAll('\\', '/')
