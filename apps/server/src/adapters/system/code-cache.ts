import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

const folder = getCompileCacheDir()

/**
 * Where this process keeps compiled code, for a thread or process with an environment of its own: without the cache
 * each of them loads Node's TypeScript stripper, 13 MiB, and compiles all code anew. Empty where nothing is kept.
 */
export const codeCache: NodeJS.ProcessEnv = folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
