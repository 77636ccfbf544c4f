import { eq } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { settings } from '../schema/operation.ts'

/** When something was last done, epoch ms; null: never. */
export async function momentOf(database: Database, name: string): Promise<number | null> {
  const [row] = await database.run((statements) =>
    statements.select({ value: settings.value }).from(settings).where(eq(settings.name, name)),
  )
  return typeof row?.value === 'number' ? row.value : null
}

export async function noteMoment(database: Database, name: string, at: number): Promise<void> {
  const fresh = { value: at, updatedAt: new Date(at) }
  await database.run((statements) =>
    statements
      .insert(settings)
      .values({ name, ...fresh })
      .onConflictDoUpdate({ target: settings.name, set: fresh }),
  )
}
