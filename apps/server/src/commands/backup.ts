import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBackup } from '../adapters/storage/copies/backup.ts'
import { sentenceOf, withDatabase } from '../adapters/storage/database/reach-database.ts'
import { createSystemClock } from '../adapters/system/system-clock.ts'
import { readConfig } from '../config.ts'
import { refuse, runCommand } from './shared/run-command.ts'

/** `npm run backup -- FILE`: writes the whole database, as of one moment, into one file. */
async function main(): Promise<number> {
  const [file, ...more] = parseArgs({ allowPositionals: true }).positionals
  if (file === undefined || more.length > 0) return refuse('usage: npm run backup -- FILE')
  const reading = readConfig()
  if (reading.kind === 'refused') return refuse(reading.mistakes.join('\n'))
  const { dataDir, databaseUrl } = reading.config
  const clock = createSystemClock()
  const log = () => undefined
  const rows = await withDatabase({ dataDir, databaseUrl, clock, log, mayMake: false }, ({ owner }) =>
    writeBackup(owner, resolve(file), clock.now()),
  )
  console.log(`${rows} rows are in ${file}; the key file (MASTER_KEY_FILE) is not: keep it elsewhere`)
  return 0
}

await runCommand(main, sentenceOf)
