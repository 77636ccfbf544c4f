import type { UpkeepReader } from '../../../app/ports/system/upkeep.ts'
import type { Keys } from '../../system/keys/key-ring.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import type { Database } from '../database/database.ts'
import { lastAuditLook, lookAtAudit } from './audit-look.ts'
import { momentOf } from './moments.ts'
import { summariseCopies } from './nightly-copies.ts'
import { RETENTION } from './retention.ts'

type Options = {
  readonly database: () => Database
  readonly keys: Pick<Keys, 'id' | 'current'>
  /** Folder of the copies; null: no folder. */
  readonly backupDir: string | null
  readonly besideData: UpkeepReader['besideData']
}

/** Results of the nightly tasks, as shown to admins. */
export const upkeepReader = ({ database, keys, backupDir, besideData }: Options): UpkeepReader => ({
  get keyId() {
    return keys.id
  },
  get sealingKeyId() {
    return keys.current('exchange-keys').id
  },
  besideData,
  copies: (now) => (backupDir === null ? null : summariseCopies(backupDir, now)),
  lastLook: () => lastAuditLook(database()),
  lastRetention: () => momentOf(database(), RETENTION),
  async look(now, audit) {
    const verdict = await lookAtAudit(database(), now)
    await database().transact((statements) => addAuditLine(statements, audit(verdict)))
    return { at: now, verdict }
  },
})
