// `npm run test:long [-- FILE …]`: the full counts with fresh seeds, of every test or of some, and the browser journeys
// that
// name a row of the fault matrix; keeps the measured figures in docs/reliability.json and the table of them in
// docs/reliability.md.
import { changesIn, cleanHead, whyNoHistory } from './reliability/history.ts'
import { isBusy, keepFigures, printFigures } from './reliability/keep.ts'
import { root } from './run-command.ts'
import { runMeasuredJourneys, runVitest } from './run-tests.ts'
import { lastLine, oneFailed, sum, type Tally } from './tally.ts'

const JOURNEY = /^e2e\//

async function runUnits(files: readonly string[]): Promise<Tally> {
  return runVitest({ LONG: '1' }, ['--testTimeout=1800000', '--hookTimeout=120000', ...files])
}

async function runJourneys(files: readonly string[]): Promise<Tally> {
  const [begunAt, isBusyRun] = [cleanHead(root), isBusy()]
  const { tally, figures, tests } = await runMeasuredJourneys(files)
  printFigures(figures)
  keepFigures(root, begunAt, figures, tests, isBusyRun)
  return tally
}

/**
 * Why no figure can be kept; null where it can. A figure names its commit, so the measured code must be found there.
 */
function whyNotKept(): string | null {
  const why = whyNoHistory(root)
  if (why !== null) return why
  const changes = changesIn(root)
  return changes.length === 0 ? null : `commit first, figures are kept of commits only:\n${changes.join('\n')}`
}

const why = whyNotKept()
if (why === null) {
  const files = process.argv.slice(2)
  const journeys = files.filter((file) => JOURNEY.test(file))
  const units = files.filter((file) => !JOURNEY.test(file))
  const tallies: Tally[] = []
  if (files.length === 0 || units.length > 0) tallies.push(await runUnits(units))
  if (files.length === 0 || journeys.length > 0) tallies.push(await runJourneys(journeys))
  const tally = sum(tallies)
  console.log(lastLine(tally))
  if (tally.failed > 0 || tally.passed === 0) process.exitCode = 1
} else {
  console.log(why)
  console.log(lastLine(oneFailed(why)))
  process.exitCode = 1
}
