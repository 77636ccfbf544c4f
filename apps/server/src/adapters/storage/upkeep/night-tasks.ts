import type { ClientConfig } from 'pg'
import type { NightTask } from '../../../app/ports/system/night-task.ts'
import type { SealingKey } from '../../system/keys/key-ring.ts'
import type { AuditKey, Database } from '../database/database.ts'
import { auditTask } from './audit-task.ts'
import { nightlyCopies } from './nightly-copies.ts'
import { retention } from './retention.ts'
import type { Witnesses } from './retention-guard.ts'

type Options = Witnesses & {
  /** May throw a `StorageFailure` while there is no database. */
  readonly database: () => Database
  readonly login: () => ClientConfig
  readonly owner: () => ClientConfig
  readonly backupDir: string
  /** The key of the copies; throws where there is no key file. */
  readonly copyKey: () => SealingKey
  readonly auditKey: AuditKey
  readonly log: (level: 'error', event: string, data: Readonly<Record<string, unknown>>) => void
}

/** The nightly tasks in order: the audit log's check, the copy, retention. */
export const nightTasks = ({
  database,
  login,
  owner,
  backupDir,
  copyKey,
  auditKey,
  log,
  ...witnesses
}: Options): readonly NightTask[] => [
  auditTask(database, backupDir, (seq, why) => log('error', 'audit-chain-broken', { seq, why, alarm: true })),
  nightlyCopies(backupDir, login, copyKey),
  retention({ owner, auditKey, ...witnesses }),
]
