import { count, eq, sql } from 'drizzle-orm'
import type { CannedReplyStore } from '../../../app/ports/support/canned-replies.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import type { Database } from '../database/database.ts'
import { cannedReplies } from '../schema/ticket-handling.ts'

/** Advisory lock under which replies are added one at a time, to hold their cap; no other code uses this number. */
const LOCK = 4_620_921

/** Canned replies in PostgreSQL; `database` may not have come up yet. */
export function cannedReplyStore(database: () => Database): CannedReplyStore {
  return {
    all: async () => {
      const rows = await database().run((statements) =>
        statements.select().from(cannedReplies).orderBy(cannedReplies.createdAt, cannedReplies.id),
      )
      return rows
        .map(({ id, title, text, createdAt }) => ({ id, title, text, createdAt: createdAt.getTime() }))
        .sort((one, other) => one.title.localeCompare(other.title, 'tr'))
    },

    add: ({ createdAt, ...reply }, authorId, most, audit) =>
      database().transact(async (statements) => {
        await statements.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
        const [held] = await statements.select({ all: count() }).from(cannedReplies)
        if ((held?.all ?? 0) >= most) return false
        await statements.insert(cannedReplies).values({ ...reply, authorId, createdAt: new Date(createdAt) })
        await addAuditLine(statements, audit)
        return true
      }),

    remove: (id, audit) =>
      database().transact(async (statements) => {
        const gone = await statements
          .delete(cannedReplies)
          .where(eq(cannedReplies.id, id))
          .returning({ id: cannedReplies.id })
        if (gone.length === 0) return false
        await addAuditLine(statements, audit)
        return true
      }),
  }
}
