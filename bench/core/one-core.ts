// A child of `core.bench.ts`: measures the books that one compiled core keeps, against `JSON.parse` of their frames.
// Arguments: the file of the compiled core, the traffic's name. Prints what `CoreCost` says as one JSON object.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { runLength } from '../run-length.ts'
import type { CoreCost } from './core-cost.ts'

const [file = '', name = ''] = process.argv.slice(2)
const source = `export const BOOK_CORE = '${readFileSync(file).toString('base64')}'`

// The books' module takes its bytes from this file when it is loaded: it must be another one before that.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('/src/book/core-bytes.ts') ? { format: 'module', source, shortCircuit: true } : next(url, context),
})
const { costOf } = (await import('./core-cost.ts')) satisfies { costOf: (...args: never[]) => CoreCost }
process.stdout.write(JSON.stringify(costOf(name, runLength())))
