// `npm run test:long [-- FILE …]`: the full counts with fresh seeds, of every test or of some; keeps the table of measured
// figures in docs/reliability.md.
import { runVitest } from './run-tests.ts'
import { lastLine } from './tally.ts'

const files = process.argv.slice(2)
const tally = await runVitest({ LONG: '1' }, ['--testTimeout=1800000', '--hookTimeout=120000', ...files])
console.log(lastLine(tally))
if (tally.failed > 0 || tally.passed === 0) process.exitCode = 1
