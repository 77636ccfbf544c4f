import { eq } from 'drizzle-orm'
import { settings } from '../schema/operation.ts'
import type { Statements } from './database.ts'

/** The value under a name; undefined where there is no value. */
export async function settingOf(statements: Statements, name: string): Promise<unknown> {
  const [row] = await statements.select({ value: settings.value }).from(settings).where(eq(settings.name, name))
  return row?.value
}

/** Stores a value under a name, replacing an earlier one; `at` is epoch ms. */
export async function noteSetting(statements: Statements, name: string, value: unknown, at: number): Promise<void> {
  const fresh = { value, updatedAt: new Date(at) }
  await statements
    .insert(settings)
    .values({ name, ...fresh })
    .onConflictDoUpdate({ target: settings.name, set: fresh })
}
