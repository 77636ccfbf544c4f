import type { Database } from '../database/database.ts'
import { noteSetting, settingOf } from '../database/settings.ts'

/** When a named task was last done, epoch ms; null: never. */
export async function momentOf(database: Database, name: string): Promise<number | null> {
  const value = await database.run((statements) => settingOf(statements, name))
  return typeof value === 'number' ? value : null
}

export async function noteMoment(database: Database, name: string, at: number): Promise<void> {
  await database.run((statements) => noteSetting(statements, name, at, at))
}
