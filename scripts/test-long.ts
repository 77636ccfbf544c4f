// `npm run test:long [-- FILE …]`: the full counts with fresh seeds, of every test or of some, and the browser journeys
// that name a row of the fault matrix. The measured figures go to data/reliability.json; a run without files begins that
// table anew.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { keepFigures, printFigures, TABLE } from './figures/table.ts'
import { root } from './run-command.ts'
import { runMeasuredJourneys, runVitest } from './tests/run-tests.ts'
import { lastLine, sum, type Tally } from './tests/tally.ts'

const JOURNEY = /^e2e\//

async function runUnits(files: readonly string[]): Promise<Tally> {
  return runVitest({ LONG: '1' }, ['--testTimeout=1800000', '--hookTimeout=120000', ...files])
}

async function runJourneys(files: readonly string[]): Promise<Tally> {
  const { tally, figures, tests } = await runMeasuredJourneys(files)
  printFigures(figures)
  keepFigures(root, figures, tests)
  return tally
}

const files = process.argv.slice(2)
const journeys = files.filter((file) => JOURNEY.test(file))
const units = files.filter((file) => !JOURNEY.test(file))
if (files.length === 0) rmSync(join(root, TABLE), { force: true })
const tallies: Tally[] = []
if (files.length === 0 || units.length > 0) tallies.push(await runUnits(units))
if (files.length === 0 || journeys.length > 0) tallies.push(await runJourneys(journeys))
const tally = sum(tallies)
console.log(lastLine(tally))
if (tally.failed > 0 || tally.passed === 0) process.exitCode = 1
