import { availableParallelism, loadavg } from 'node:os'
import type { Figure } from '../figure.ts'
import { cleanHead, History } from './history.ts'
import { codeOf } from './reached.ts'
import { type MeasuredRow, readRecord, renewed } from './record.ts'
import { writeReliability } from './refresh.ts'

/** From this load of each core on, before the tests have begun, others use the machine. */
const BUSY_LOAD = 0.5

export const isBusy = (): boolean => (loadavg()[0] ?? 0) / availableParallelism() > BUSY_LOAD

export type Measured = Figure & { readonly test: string }

export function printFigures(figures: readonly Measured[]): void {
  for (const { row, wanted, measured, seed } of figures)
    console.log(`${row} (seed ${seed}): wanted ${wanted}; measured ${measured}`)
}

/** Keeps what a run measured that began at a commit, in place of what its tests measured before. */
export function keepFigures(
  root: string,
  begunAt: string | null,
  figures: readonly Measured[],
  tests: readonly string[],
  isBusyRun: boolean,
): void {
  const commit = cleanHead(root)
  // What was changed under the tests is not what the commit has.
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
