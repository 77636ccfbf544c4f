const PAUSE_MS = 20

/**
 * Loads what talks to the database while the server serves. All at once it would keep answers waiting for half a second;
 * so it comes in parts, with time for others between them.
 */
export async function loadStorage() {
  const parts = [
    () => import('pg'),
    () => import('drizzle-orm/sql'),
    () => import('drizzle-orm/relations'),
    () => import('drizzle-orm'),
    () => import('drizzle-orm/pg-core/columns'),
    () => import('drizzle-orm/pg-core'),
    () => import('drizzle-orm/node-postgres'),
    () => import('../schema/tables.ts'),
  ]
  for (const load of parts) {
    await load()
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  const { Storage } = await import('./storage.ts')
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  const { EpisodeMover } = await import('../market/episode-mover.ts')
  return { Storage, EpisodeMover }
}
