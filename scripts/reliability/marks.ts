import type { History } from './history.ts'
import { codeOf } from './reached.ts'
import type { MeasuredRow, ReliabilityRecord } from './record.ts'

/**
 * State of a row at a commit: `current`: its test reaches the code that was measured; `changed`: it reaches other code;
 * `unknown`: its commit was never written down or is not in this history.
 */
export type Mark = 'current' | 'changed' | 'unknown'

export function markAt(commit: string, row: MeasuredRow, history: History): Mark {
  if (row.commit === null || !history.knows(row.commit)) return 'unknown'
  return codeOf(row.test, history.tree(commit)) === row.code ? 'current' : 'changed'
}

/** Whether a row's code is not that of the commit it names. */
export function isMisdated({ commit, code, test }: MeasuredRow, history: History): boolean {
  return commit !== null && history.knows(commit) && codeOf(test, history.tree(commit)) !== code
}

/**
 * The record as it reads at a commit. A row whose own commit was squashed or rebased away, and whose test reaches the
 * very same code here, was measured on this code: it takes this commit's name.
 */
export function remarked({ rows }: ReliabilityRecord, commit: string, history: History): ReliabilityRecord {
  const tree = history.tree(commit)
  const named = rows.map((row) => {
    const isLost = row.commit !== null && !history.knows(row.commit)
    return isLost && codeOf(row.test, tree) === row.code ? { ...row, commit } : row
  })
  return { marksAt: commit, rows: named }
}
