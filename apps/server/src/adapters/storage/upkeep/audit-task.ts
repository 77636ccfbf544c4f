import type { NightTask } from '../../../app/ports/system/night-task.ts'
import type { Database } from '../database/database.ts'
import { writeHead } from './audit-heads.ts'
import { lookAtAudit } from './audit-look.ts'
import { momentOf, noteMoment } from './moments.ts'

const NAME = 'audit-check'

/**
 * Verifies the audit log's chain once a day; calls `broken` where it is not intact (security.md 67), and writes the head
 * of an intact chain to `folder`. The log line of the task has the head too.
 */
export function auditTask(
  database: () => Database,
  folder: string,
  broken: (seq: number, why: string) => void,
): NightTask {
  return {
    name: NAME,
    lastDone: () => momentOf(database(), NAME),
    async run(now) {
      const verdict = await lookAtAudit(database(), now)
      if (verdict.kind === 'broken') broken(verdict.seq, verdict.why)
      else writeHead(folder, verdict.head, now)
      await noteMoment(database(), NAME, now)
      return { ...verdict }
    },
  }
}
