import type { TestDatabase } from './test-database.ts'

/** Resolves once a process waits for a lock of the table. */
export async function waitsForLockOn(db: TestDatabase, table: 'ticket_messages'): Promise<void> {
  for (;;) {
    const [row] = await db.query(
      'select count(*)::int as waiting from pg_locks where not granted and relation = $1::regclass',
      [table],
    )
    if (row?.waiting !== 0) return
  }
}
