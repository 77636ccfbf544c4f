// `npm run test:long [-- FILE …]`: the full counts with fresh seeds, of every test or of some; keeps the measured figures in
// docs/reliability.json and the table of them in docs/reliability.md.
import { changesIn, whyNoHistory } from './reliability/history.ts'
import { root } from './run-command.ts'
import { runVitest } from './run-tests.ts'
import { lastLine } from './tally.ts'

/** A figure belongs to a commit: whoever looks it up must find the code that was measured. */
function whyNotKept(): string | null {
  const why = whyNoHistory(root)
  if (why !== null) return why
  const changes = changesIn(root)
  return changes.length === 0 ? null : `commit first, figures are kept of commits only:\n${changes.join('\n')}`
}

const why = whyNotKept()
if (why === null) {
  const files = process.argv.slice(2)
  const tally = await runVitest({ LONG: '1' }, ['--testTimeout=1800000', '--hookTimeout=120000', ...files])
  console.log(lastLine(tally))
  if (tally.failed > 0 || tally.passed === 0) process.exitCode = 1
} else {
  console.log(why)
  process.exitCode = 1
}
