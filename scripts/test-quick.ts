// `npm run test:quick`: types, lint, and the tests nearest to what changed since `main`, within a minute.

import { root } from './run-command.ts'
import { runChecksOf } from './static-checks.ts'
import { changedFiles } from './tests/changed-files.ts'
import { runRelatedTests } from './tests/related-tests.ts'
import { failuresAgain, lastLine, sum } from './tests/tally.ts'

/** Tests begin within this time, s: a file takes some seconds, and the whole run a minute. */
const BEGIN_WITHIN_S = 45
const SHOWN = 10

const seconds = () => Math.round(performance.now() / 1_000)
const names = (files: readonly string[]) =>
  [...files.slice(0, SHOWN), ...(files.length > SHOWN ? [`and ${files.length - SHOWN} more`] : [])].join('\n  ')

const changed = changedFiles(root)
if (changed.length === 0) console.log('nothing changed since main')
else {
  console.log(`changed since main:\n  ${names(changed)}`)
  const [checks, related] = await Promise.all([
    runChecksOf(changed),
    runRelatedTests({ root, changed, hasTime: () => seconds() < BEGIN_WITHIN_S }),
  ])
  const journeys = changed.filter((file) => file.startsWith('e2e/'))
  console.log(`tests that ran:\n  ${names(related.ran) || 'none is related'}`)
  if (related.left.length > 0) console.log(`left to npm test, for want of time:\n  ${names(related.left)}`)
  if (journeys.length > 0) console.log(`left to npm test, since they need a browser:\n  ${names(journeys)}`)
  const total = sum([checks, related.tally])
  if (total.failed > 0) {
    console.log(failuresAgain(total))
    process.exitCode = 1
  }
  console.log(`${lastLine(total)} (${seconds()} s)`)
}
