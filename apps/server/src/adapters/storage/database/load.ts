const PAUSE_MS = 20

/**
 * Loads the storage code while the server serves. Loading all of it at once would block the loop for half a second: it
 * is loaded in parts, with turns of the event loop between them.
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
    () => import('../upkeep/nightly-copies.ts'),
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
