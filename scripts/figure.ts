import type { TestContext } from 'vitest'

/** What a row of reliability.md wanted and what this run measured. */
export type Figure = {
  /** The row's id: `F7`, `D1`, `L3`. */
  readonly row: string
  readonly wanted: string
  readonly measured: string
  readonly seed: number
}

/** The annotation of a browser journey that carries one (`e2e/figure.ts`). */
export const FIGURE = 'figure'

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figure[]
  }
}

/** Keeps a measured figure with its test, for the table in docs/reliability.md. */
export function recordFigure({ task }: Pick<TestContext, 'task'>, figure: Figure): void {
  task.meta.figures = [...(task.meta.figures ?? []), figure]
}
