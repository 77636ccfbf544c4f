import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBackup } from '../adapters/storage/copies/backup.ts'
import { sentenceOf, withDatabase } from '../adapters/storage/database/reach-database.ts'
import { createSystemClock } from '../adapters/system/system-clock.ts'
import { readConfig } from '../config.ts'
import { command, refuse, runHere, type Terminal } from './shared/run-command.ts'

/** `npm run backup -- FILE`: writes the whole database, as of one moment, into one file. */
async function main(args: string[], terminal: Terminal): Promise<void> {
  const [file, ...more] = parseArgs({ args, allowPositionals: true }).positionals
  if (file === undefined || more.length > 0) return refuse('usage: npm run backup -- FILE')
  const reading = readConfig(terminal.settings)
  if (reading.kind === 'refused') return refuse(reading.mistakes.join('\n'))
  const { dataDir, databaseUrl } = reading.config
  const clock = createSystemClock()
  const log = () => undefined
  const rows = await withDatabase({ dataDir, databaseUrl, clock, log, mayMake: false }, ({ owner }) =>
    writeBackup(owner, resolve(file), clock.now()),
  )
  terminal.print(`${rows} rows are in ${file}; the key file (MASTER_KEY_FILE) is not: keep it elsewhere`)
}

export const run = command(main, sentenceOf)

if (import.meta.main) await runHere(run)
