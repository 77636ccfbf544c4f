import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { verifyAuditLog } from '../adapters/storage/audit/audit-log.ts'
import { sentenceOf, withDatabase } from '../adapters/storage/database/reach-database.ts'
import { createSystemClock } from '../adapters/system/system-clock.ts'
import { readConfig } from '../config.ts'
import { command, refuse, runHere, type Terminal } from './shared/run-command.ts'

/** `npm run audit:verify`: verifies the chain of the audit log (security.md 67). */
async function main(_args: string[], terminal: Terminal): Promise<void> {
  const reading = readConfig(terminal.settings)
  if (reading.kind === 'refused') return refuse(reading.mistakes.join('\n'))
  const { dataDir, databaseUrl } = reading.config
  const options = { dataDir, databaseUrl, clock: createSystemClock(), log: () => undefined, mayMake: false }
  const verdict = await withDatabase(options, async ({ owner }) => {
    const client = new Client(owner)
    client.on('error', () => undefined)
    await client.connect()
    try {
      await client.query('begin isolation level repeatable read, read only')
      return await verifyAuditLog(drizzle(client))
    } finally {
      await client.end()
    }
  })
  if (verdict.kind === 'broken') return refuse(`the audit log is broken at line ${verdict.seq}: ${verdict.why}`)
  terminal.print(`the audit log is intact: ${verdict.lines} lines, the last is ${verdict.head}`)
}

export const run = command(main, sentenceOf)

if (import.meta.main) await runHere(run)
