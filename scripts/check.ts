// `npm run check`: the part of `npm test` that reads the code without running it.
import { runStaticChecks } from './static-checks.ts'
import { lastLine } from './tests/tally.ts'

const tally = await runStaticChecks()
console.log(lastLine(tally))
if (tally.failed > 0) process.exitCode = 1
