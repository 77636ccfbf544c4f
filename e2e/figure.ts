import type { TestInfo } from '@playwright/test'
import { FIGURE, type Figure } from '../scripts/figure.ts'

/** Keeps a measured figure with its journey, for the table in docs/reliability.md: the runner's report carries it. */
export function recordFigure({ annotations }: Pick<TestInfo, 'annotations'>, figure: Figure): void {
  annotations.push({ type: FIGURE, description: JSON.stringify(figure) })
}
