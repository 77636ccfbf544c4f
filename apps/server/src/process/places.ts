import { join } from 'node:path'

const SOURCE = join(import.meta.dirname, '..')

export const SITE = join(SOURCE, '..', '..', '..', 'dist')
export const ENGINE = new URL('../engine.worker.ts', import.meta.url)
/** Runs as a process of its own. */
export const VAULT = join(SOURCE, 'vault.process.ts')
/** Runs as a process of its own. */
export const ARCHIVE = join(SOURCE, 'archive.process.ts')
