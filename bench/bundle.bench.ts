// Compressed JavaScript of each page's first load, against its budget (performance.md, Targets).
import { join } from 'node:path'
import { BUDGETS, pageBytes } from '../checks/bundle-budget.ts'
import { printFigure } from './figures/figure-line.ts'

const dist = join(import.meta.dirname, '..', 'dist')

for (const { page, most, route } of BUDGETS) {
  const value = pageBytes(dist, route) / 1000
  printFigure({
    bench: 'bundle',
    metric: page,
    value,
    unit: 'KB',
    baseline: `budget of ${most} KB`,
    ratio: value / most,
  })
}
