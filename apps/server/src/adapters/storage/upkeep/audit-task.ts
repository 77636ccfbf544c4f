import type { NightTask } from '../../../app/ports/night-task.ts'
import { noteHead, verifyAuditLog } from '../audit-log.ts'
import type { Database } from '../database.ts'
import { momentOf, noteMoment } from './moments.ts'

const NAME = 'audit-check'

/** Follows the chain of the audit log once a day; where it is broken somebody is told (security.md 67). */
export function auditTask(database: () => Database, broken: (seq: number, why: string) => void): NightTask {
  return {
    name: NAME,
    lastDone: () => momentOf(database(), NAME),
    async run(now) {
      const verdict = await database().run((statements) => verifyAuditLog(statements))
      if (verdict.kind === 'broken') broken(verdict.seq, verdict.why)
      else await database().run((statements) => noteHead(statements, verdict.head, now))
      await noteMoment(database(), NAME, now)
      return { ...verdict }
    },
  }
}
