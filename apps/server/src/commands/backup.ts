import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBackup } from '../adapters/storage/copies/backup.ts'
import { sentenceOf, withDatabase } from '../adapters/storage/database/reach-database.ts'
import { copyKeyIn } from '../adapters/system/keys/key-file.ts'
import { KeyRefusal } from '../adapters/system/keys/key-ring.ts'
import { createSystemClock } from '../adapters/system/system-clock.ts'
import { readConfig } from '../config/config.ts'
import { command, refuse, runHere, type Terminal } from './shared/run-command.ts'

/** `npm run backup -- FILE`: writes the whole database, as of one moment, into one file, encrypted unless told. */
async function main(args: string[], terminal: Terminal): Promise<void> {
  const { positionals, values } = parseArgs({ args, options: { plain: { type: 'boolean' } }, allowPositionals: true })
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) return refuse('usage: npm run backup -- FILE [--plain]')
  const reading = readConfig(terminal.settings)
  if (reading.kind === 'refused') return refuse(reading.mistakes.join('\n'))
  const { masterKeyFile } = reading.config
  const clock = createSystemClock()
  const key = values.plain === true ? null : copyKeyIn(masterKeyFile, clock.now())
  const log = () => undefined
  const rows = await withDatabase({ ...reading.config, clock, log, mayMake: false }, ({ owner }) =>
    writeBackup(owner, resolve(file), clock.now(), key),
  )
  const how = key === null ? 'unencrypted' : `encrypted with the key ${key.id}`
  terminal.print(`${rows} rows are in ${file}, ${how}; the key file (MASTER_KEY_FILE) is not: keep it elsewhere`)
}

export const run = command(main, (error) =>
  error instanceof KeyRefusal ? `${error.message}; --plain writes a plain copy` : sentenceOf(error),
)

if (import.meta.main) await runHere(run)
