import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { History, headOf, whyNoHistory } from '../scripts/reliability/history.ts'
import { isMisdated, type Mark, markAt } from '../scripts/reliability/marks.ts'
import { type Fault, faultsIn, pageOf } from '../scripts/reliability/page.ts'
import {
  MATRIX,
  type MeasuredRow,
  PAGE,
  RECORD,
  type ReliabilityRecord,
  readRecord,
} from '../scripts/reliability/record.ts'
import { judge, type Outcome } from './outcome.ts'
import { knownIds } from './spec-ids.ts'

const ANEW = 'npm run reliability writes it anew'

/** Table cell with the measured commit and its mark `old`, before the cell that links the test. */
const COMMIT_CELL = /\| (?:`[0-9a-f]+`(?:, old)?|old: commit unknown) (?=\| \[)/

/**
 * The page of measured figures equals the record, and marks as old the rows whose code has changed in git since. The
 * marks are those of the commit that the page names; rows that became old after it are reported and are no failure.
 */
export function checkReliability(root: string): Outcome {
  const record = readRecord(root)
  const faults = faultsIn(readFileSync(join(root, MATRIX), 'utf8'))
  const page = readFileSync(join(root, PAGE), 'utf8')
  const problems = [...rowProblems(root, record), ...missingRows(page, faults)]
  const looked = Math.min(record.rows.length, faults.length)
  const why = whyNoHistory(root)
  if (why !== null) {
    const withoutMarks = (text: string) => text.split('\n').map((line) => line.replace(COMMIT_CELL, '| '))
    problems.push(...pageProblems(withoutMarks(page), withoutMarks(pageOf(record, faults, () => 'current'))))
    const outcome = judge(problems, looked)
    return outcome.kind === 'passed' ? { kind: 'skipped', why: `no mark could be looked at, ${why}` } : outcome
  }
  const history = new History(root)
  if (!history.knows(record.marksAt)) {
    return judge(
      [...problems, `${PAGE} has the marks of ${record.marksAt}, which is not in the history: ${ANEW}`],
      looked,
    )
  }
  const marks = (commit: string) => (row: MeasuredRow) => markAt(commit, row, history)
  problems.push(...misdated(record, history))
  problems.push(...pageProblems(page.split('\n'), pageOf(record, faults, marks(record.marksAt)).split('\n')))
  const outcome = judge(problems, looked)
  if (outcome.kind !== 'passed') return outcome
  return { ...outcome, remarks: oldRows(record.rows, marks(record.marksAt), marks(headOf(root))) }
}

function rowProblems(root: string, { rows }: ReliabilityRecord): string[] {
  const known = knownIds()
  return rows.flatMap(({ row, test }) => [
    ...(existsSync(join(root, test)) ? [] : [`${RECORD}: ${row} was measured by ${test}, which does not exist`]),
    ...(known.has(row) ? [] : [`${RECORD}: ${row} is no id of ours`]),
  ])
}

const missingRows = (page: string, faults: readonly Fault[]): string[] =>
  faults
    .filter(({ row }) => !page.includes(`\n| ${row} |`))
    .map(({ row }) => `${PAGE} has no row of ${row}, which ${MATRIX} has: ${ANEW}`)

const misdated = ({ rows }: ReliabilityRecord, history: History): string[] =>
  rows
    .filter((row) => isMisdated(row, history))
    .map(({ row, test, commit }) => `${RECORD}: ${row} by ${test} was not measured on the code of ${commit}`)

function pageProblems(page: readonly string[], wanted: readonly string[]): string[] {
  const untrue = page.flatMap((line, at) => (wanted.includes(line) ? [] : [`${PAGE}:${at + 1} is not so: ${line}`]))
  const lacking = wanted.filter((line) => !page.includes(line)).map((line) => `${PAGE} does not say: ${line}`)
  return untrue.length + lacking.length === 0 ? [] : [`${PAGE}: ${ANEW}`, ...untrue, ...lacking]
}

type Marking = (row: MeasuredRow) => Mark

/** Lists the old rows, and those that became old after the page was written. */
function oldRows(rows: readonly MeasuredRow[], then: Marking, now: Marking): string[] {
  const idsOf = (some: readonly MeasuredRow[]) => [...new Set(some.map(({ row }) => row))].join(', ')
  const old = rows.filter((row) => now(row) !== 'current')
  const since = old.filter((row) => then(row) === 'current')
  return [
    ...(old.length === 0 ? [] : [`  ${old.length} of ${rows.length} figures are old: ${idsOf(old)}`]),
    ...(since.length === 0 ? [] : [`  not yet marked so on the page (npm run reliability): ${idsOf(since)}`]),
  ]
}
