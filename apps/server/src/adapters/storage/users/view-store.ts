import { eq } from 'drizzle-orm'
import type { SavedView, ViewStore } from '../../../app/ports/users/views.ts'
import type { Database, Statements } from '../database/database.ts'
import { savedViews } from '../schema/saved-views.ts'

/** Saved views in PostgreSQL; `database` may not have come up yet. */
export function viewStore(database: () => Database): ViewStore {
  return {
    of: (userId) => database().run((statements) => viewsOf(statements, userId)),
    replace: async (userId, views, now) => {
      const updatedAt = new Date(now)
      await database().run((statements) =>
        statements
          .insert(savedViews)
          .values({ userId, views, updatedAt })
          .onConflictDoUpdate({ target: savedViews.userId, set: { views, updatedAt } }),
      )
    },
  }
}

export async function viewsOf(statements: Statements, userId: string): Promise<readonly SavedView[]> {
  const [row] = await statements
    .select({ views: savedViews.views })
    .from(savedViews)
    .where(eq(savedViews.userId, userId))
  return row?.views ?? []
}
