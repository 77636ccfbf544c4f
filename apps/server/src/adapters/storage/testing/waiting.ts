import type { TestDatabase } from './test-database.ts'

/** Until somebody waits for a lock of that table. */
export async function waitsForLockOn(db: TestDatabase, table: 'ticket_messages'): Promise<void> {
  for (;;) {
    const [row] = await db.query(
      'select count(*)::int as waiting from pg_locks where not granted and relation = $1::regclass',
      [table],
    )
    if (row?.waiting !== 0) return
  }
}
