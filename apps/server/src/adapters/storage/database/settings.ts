import { eq } from 'drizzle-orm'
import { settings } from '../schema/operation.ts'
import type { Statements } from './database.ts'

/** What was noted under a name; undefined: nothing. */
export async function settingOf(statements: Statements, name: string): Promise<unknown> {
  const [row] = await statements.select({ value: settings.value }).from(settings).where(eq(settings.name, name))
  return row?.value
}

/** Notes a value under a name in place of what stood there; `at` is epoch ms. */
export async function noteSetting(statements: Statements, name: string, value: unknown, at: number): Promise<void> {
  const fresh = { value, updatedAt: new Date(at) }
  await statements
    .insert(settings)
    .values({ name, ...fresh })
    .onConflictDoUpdate({ target: settings.name, set: fresh })
}
