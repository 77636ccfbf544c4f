// `npm run test:long`: the full counts with fresh seeds; writes the table of measured figures to docs/reliability.md.
import { runVitest } from './run-tests.ts'
import { lastLine } from './tally.ts'

const tally = await runVitest({ LONG: '1' }, ['--testTimeout=1800000', '--hookTimeout=120000'])
console.log(lastLine(tally))
if (tally.failed > 0 || tally.passed === 0) process.exitCode = 1
