import type { TestContext } from 'vitest'

/** A figure of a row of the fault matrix: what was wanted and what this run measured. */
export type Figure = {
  /** The row's id: `F7`, `D1`, `L3`. */
  readonly row: string
  readonly wanted: string
  readonly measured: string
  /** The part of `wanted` that this run did not show, if any: a bound that was missed, a length that was not run. */
  readonly notShown?: string | undefined
  readonly seed: number
}

/** Type of the annotation with which a browser journey records a figure (`e2e/figure.ts`). */
export const FIGURE = 'figure'

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figure[]
  }
}

/** Keeps a measured figure with its test, for the table of the long run (`figures/table.ts`). */
export function recordFigure({ task }: Pick<TestContext, 'task'>, figure: Figure): void {
  task.meta.figures = [...(task.meta.figures ?? []), figure]
}

/** The `notShown` of a figure: the parts of `missing` that are there, if any. */
export const notShown = (...missing: readonly (string | false)[]): string | undefined =>
  missing.filter((one) => one !== false).join('; ') || undefined
