// `npm run reliability`: marks the rows of docs/reliability.md whose code has changed since they were measured.
import { whyNoHistory } from './reliability/history.ts'
import { readRecord } from './reliability/record.ts'
import { writeReliability } from './reliability/refresh.ts'
import { root } from './run-command.ts'

const why = whyNoHistory(root)
if (why === null) writeReliability(root, readRecord(root))
else {
  console.log(`no marks were made: ${why}`)
  process.exitCode = 1
}
