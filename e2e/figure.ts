import type { TestInfo } from '@playwright/test'
import { FIGURE, type Figure } from '../scripts/figure.ts'

/** Attaches a measured figure to its journey in the runner's report, for the table of the long run. */
export function recordFigure({ annotations }: Pick<TestInfo, 'annotations'>, figure: Figure): void {
  annotations.push({ type: FIGURE, description: JSON.stringify(figure) })
}
