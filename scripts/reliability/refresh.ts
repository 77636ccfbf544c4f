import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { History, headOf } from './history.ts'
import { markAt, remarked } from './marks.ts'
import { faultsIn, pageOf } from './page.ts'
import { MATRIX, PAGE, type ReliabilityRecord, readRecord, writeRecord } from './record.ts'

/** Writes the record, and the page with the marks that hold at the commit that is checked out. */
export function writeReliability(root: string, record: ReliabilityRecord): void {
  const history = new History(root)
  writeRecord(root, remarked(record, headOf(root), history))
  const written = readRecord(root)
  const faults = faultsIn(readFileSync(join(root, MATRIX), 'utf8'))
  writeFileSync(
    join(root, PAGE),
    pageOf(written, faults, (row) => markAt(written.marksAt, row, history)),
  )
}
