import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { expect } from 'vitest'
import { auditKeyIn } from '../../system/keys/key-file.ts'
import { verifyAuditLog } from '../audit/audit-log.ts'
import { writeBackup } from '../copies/backup.ts'
import { statementsOf } from '../database/database.ts'
import type { OwnPostgres } from '../own-postgres/own-postgres.ts'
import { halfDone } from './deeds.ts'

/** Checks that transactions are whole, the audit log's chain, and every page with its checksum. */
export async function lookWhole(client: Client, postgres: OwnPostgres, dataDir: string): Promise<void> {
  expect(await halfDone(client)).toEqual([])
  expect(await verifyAuditLog(statementsOf(client, auditKeyIn(join(dataDir, 'master.key'))))).toMatchObject({
    kind: 'intact',
  })
  expect((await client.query('show data_checksums')).rows).toEqual([{ data_checksums: 'on' }])
  // A copy reads every page.
  const copy = join(dataDir, 'whole.gz')
  await writeBackup(postgres.connection('owner'), copy, 0, null)
  rmSync(copy)
}
