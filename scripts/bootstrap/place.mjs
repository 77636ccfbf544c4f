// Where things lie in this clone, and how the start-up prints.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
export const modules = join(root, 'node_modules')
/** Node 24, which comes with the dependencies. */
export const ownNode = join(modules, '.bin', 'node')

/** Prints to standard error: `npm run replay` promises pure JSON lines on standard output. */
export const say = (text) => process.stderr.write(`makas: ${text}\n`)

/** Ends the start-up with a sentence instead of a stack. */
export class Refusal extends Error {}

/** A file's text, or '' for a missing file: a missing stamp counts as old. */
export function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}
