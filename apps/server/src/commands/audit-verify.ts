import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { headOf } from '../adapters/storage/audit/audit-chain.ts'
import { verifyAuditLog } from '../adapters/storage/audit/audit-log.ts'
import { statementsOf } from '../adapters/storage/database/database.ts'
import { sentenceOf, withDatabase } from '../adapters/storage/database/reach-database.ts'
import { auditKeyIn } from '../adapters/system/keys/key-file.ts'
import { KeyRefusal } from '../adapters/system/keys/key-ring.ts'
import { createSystemClock } from '../adapters/system/system-clock.ts'
import { readConfig } from '../config/config.ts'
import { command, refuse, runHere, type Terminal } from './shared/run-command.ts'

const USAGE = 'usage: npm run audit:verify [-- --head N:HASH]'

/**
 * `npm run audit:verify`: verifies the chain of the audit log (security.md 67), and that a head which was noted elsewhere
 * is a line of it.
 */
async function main(args: string[], terminal: Terminal): Promise<void> {
  const { values } = parseArgs({ args, options: { head: { type: 'string' } } })
  const known = values.head === undefined ? undefined : headOf(values.head)
  if (known === null) return refuse(USAGE)
  const reading = readConfig(terminal.settings)
  if (reading.kind === 'refused') return refuse(reading.mistakes.join('\n'))
  const { masterKeyFile } = reading.config
  const options = { ...reading.config, clock: createSystemClock(), log: () => undefined, mayMake: false }
  const verdict = await withDatabase(options, async ({ owner }) => {
    const client = new Client(owner)
    client.on('error', () => undefined)
    await client.connect()
    try {
      await client.query('begin isolation level repeatable read, read only')
      return await verifyAuditLog(statementsOf(client, auditKeyIn(masterKeyFile)), known)
    } finally {
      await client.end()
    }
  })
  if (verdict.kind === 'broken') return refuse(`the audit log is broken at line ${verdict.seq}: ${verdict.why}`)
  terminal.print(`the audit log is intact: ${verdict.lines} lines, the last is ${verdict.head}`)
}

export const run = command(main, (error) => (error instanceof KeyRefusal ? error.message : sentenceOf(error)))

if (import.meta.main) await runHere(run)
