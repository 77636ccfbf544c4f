// A child of `core.bench.ts`: measures the books that one compiled core keeps, against `JSON.parse` of their frames.
// Argument: the file of the compiled core. Prints the `CoreCost` of each traffic as one JSON array.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const [file = ''] = process.argv.slice(2)
const source = `export const BOOK_CORE = '${readFileSync(file).toString('base64')}'`

// The books' module takes its bytes from this file when it is loaded: it must be another one before that.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('/src/book/core-bytes.ts') ? { format: 'module', source, shortCircuit: true } : next(url, context),
})
const { allTraffic } = await import('../traffic/traffic.ts')
const { costOf } = await import('./core-cost.ts')
const { traffics, rounds } = allTraffic()
process.stdout.write(JSON.stringify(traffics.map((traffic) => costOf(traffic, rounds))))
