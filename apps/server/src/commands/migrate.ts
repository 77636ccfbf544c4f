import { parseArgs } from 'node:util'
import { sentenceOf, withDatabase } from '../adapters/storage/database/reach-database.ts'
import { createSystemClock } from '../adapters/system/system-clock.ts'
import type { EventLog } from '../app/ports/system/event-log.ts'
import { readConfig } from '../config/config.ts'
import { command, refuse, runHere, type Terminal } from './shared/run-command.ts'

/**
 * `npm run migrate`: brings the tables up to date as their owner, after a copy of them, and prepares the login that the
 * server works as.
 */
async function main(args: string[], terminal: Terminal): Promise<void> {
  const { values } = parseArgs({ args, options: { 'without-copy': { type: 'boolean' } } })
  const reading = readConfig(terminal.settings)
  if (reading.kind === 'refused') return refuse(reading.mistakes.join('\n'))
  const log: EventLog = (_level, event, { file }) => {
    if (event === 'database-copied') terminal.print(`a copy from before is ${file} in ${reading.config.backupDir}`)
  }
  const how = { mayMake: true, withoutCopy: values['without-copy'] === true }
  await withDatabase({ ...reading.config, clock: createSystemClock(), log, ...how }, ({ prepare }) => prepare())
  terminal.print('the tables are those of this version')
}

export const run = command(main, sentenceOf)

if (import.meta.main) await runHere(run)
