import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { root } from '../run-command.ts'
import { isLongRun } from '../run-length.ts'
import { keepFigures, type Measured, printFigures } from './table.ts'

/** Collects the figures that tests recorded: each run prints them, the long run keeps them too. */
export default class FigureReporter implements Reporter {
  readonly #figures: Measured[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.result().state !== 'passed') return
    for (const figure of test.meta().figures ?? []) this.#figures.push({ ...figure, test: pathOf(test.module) })
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    printFigures(this.#figures)
    if (isLongRun) keepFigures(root, this.#figures, modules.map(pathOf))
  }
}

const pathOf = ({ moduleId }: TestModule): string => relative(root, moduleId).replaceAll('\\', '/')
