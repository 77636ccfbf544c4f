import { availableParallelism, loadavg } from 'node:os'
import type { Figure } from '../figure.ts'
import { cleanHead, History } from './history.ts'
import { codeOf } from './reached.ts'
import { type MeasuredRow, readRecord, renewed } from './record.ts'
import { writeReliability } from './refresh.ts'

/** Load average per core, before the tests begin, above which the machine counts as busy with other work. */
const BUSY_LOAD = 0.5

export const isBusy = (): boolean => (loadavg()[0] ?? 0) / availableParallelism() > BUSY_LOAD

export type Measured = Figure & { readonly test: string }

export function printFigures(figures: readonly Measured[]): void {
  for (const { row, wanted, measured, seed } of figures)
    console.log(`${row} (seed ${seed}): wanted ${wanted}; measured ${measured}`)
}

/** Records the figures of a run that began at a commit, in place of those of its tests before. */
export function keepFigures(
  root: string,
  begunAt: string | null,
  figures: readonly Measured[],
  tests: readonly string[],
  isBusyRun: boolean,
): void {
  const commit = cleanHead(root)
  // With changes during the run the figures are not those of the commit.
  if (commit === null || commit !== begunAt) {
    console.log('no figure was kept: the code changed meanwhile')
    return
  }
  const tree = new History(root).tree(commit)
  const date = new Date().toISOString().slice(0, 10)
  const rows: MeasuredRow[] = figures.map((figure) => ({
    ...figure,
    date,
    commit,
    code: codeOf(figure.test, tree),
    ...(isBusyRun ? { isBusy: true } : {}),
  }))
  const record = readRecord(root)
  writeReliability(root, { ...record, rows: renewed(record.rows, rows, tests) })
}
