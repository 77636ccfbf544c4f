import { join } from 'node:path'

/**
 * Makes the tests' processes cache their compiled code, in the folder that `npm start` uses: each process then starts
 * in half the time.
 */
export function keepCompiledCode(): void {
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', 'node_modules', '.cache', 'code')
}
