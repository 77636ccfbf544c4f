import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from '../figure.ts'

/** Paths of the figures of the long runs, of the page made of them, and of the fault matrix. */
export const RECORD = 'docs/reliability.json'
export const PAGE = 'docs/reliability.md'
export const MATRIX = 'docs/reliability-matrix.md'

/** A figure that a test measured at its full count, and the code that was measured. */
export type MeasuredRow = Figure & {
  /** UTC, `2026-11-25`. */
  readonly date: string
  /** The test file, from the root. */
  readonly test: string
  /** The short name of the commit that was measured; null where it was not written down. */
  readonly commit: string | null
  /** Hash of all code that the test reaches there (`codeOf` in reached.ts); null with the commit. */
  readonly code: string | null
  /** The machine was busy with other work: times are longer than on a quiet one. */
  readonly isBusy?: boolean
}

export type ReliabilityRecord = {
  /** The commit as of which the page says which rows are old. */
  readonly marksAt: string
  readonly rows: readonly MeasuredRow[]
}

export const readRecord = (root: string): ReliabilityRecord =>
  JSON.parse(readFileSync(join(root, RECORD), 'utf8')) as ReliabilityRecord

export function writeRecord(root: string, { marksAt, rows }: ReliabilityRecord): void {
  const inOrder = [...rows].sort(
    (a, b) => a.row.localeCompare(b.row, 'en', { numeric: true }) || a.test.localeCompare(b.test),
  )
  writeFileSync(join(root, RECORD), `${JSON.stringify({ marksAt, rows: inOrder }, null, 2)}\n`)
}

/** The rows after a run: those measured, and those before of tests that it did not run. */
export function renewed(
  before: readonly MeasuredRow[],
  measured: readonly MeasuredRow[],
  tests: readonly string[],
): MeasuredRow[] {
  return [...before.filter(({ test }) => !tests.includes(test)), ...measured]
}
