// What each trick of the books' core earns: frames to books with plain code in its place, against the core as it is,
// both as parts of `JSON.parse` alone in their own process (packages/domain/book-core/README.md). Fails where the books
// differ. The core as it is runs before, between and after the others.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compiledCore, coreSources } from '../checks/book-core.ts'
import type { CoreCost } from './core/core-cost.ts'
import { sourcesWithout, TRICKS } from './core/tricks.ts'
import { printFigure } from './figure-line.ts'
import { median, short } from './measure.ts'
import { runLength } from './run-length.ts'

const root = join(import.meta.dirname, '..')
const flags = ['--expose-gc', '--disable-proto=delete', join(import.meta.dirname, 'core', 'one-core.ts')]

/** Measures a compiled core in a process of its own, since a process loads the core once. */
function cost(file: string, traffic: string): CoreCost {
  const args = [...flags, file, traffic, ...process.argv.slice(2)]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as CoreCost
}
const share = ({ own, parse }: CoreCost) => own / parse

const folder = mkdtempSync(join(tmpdir(), 'cores-'))
try {
  const compiled = (at: string, sources: ReadonlyMap<string, string>) => {
    const file = join(folder, `${at}.wasm`)
    writeFileSync(file, compiledCore(root, sources))
    return file
  }
  const asItIs = compiled('as-it-is', coreSources(root))
  const isTiny = runLength() === 'tiny'
  const tricks = isTiny ? TRICKS.slice(0, 1) : TRICKS
  const plain = tricks.map((trick, at) => ({ ...trick, file: compiled(String(at), sourcesWithout(trick, root)) }))
  const hasRecordings = (process.env.CAPTURES_DIR ?? '') !== ''
  for (const traffic of hasRecordings && !isTiny ? ['recorded', 'simulated'] : ['simulated']) {
    const whole = [cost(asItIs, traffic)]
    const costs = plain.map(({ name, file }, at) => {
      if (at === Math.floor(plain.length / 2)) whole.push(cost(asItIs, traffic))
      return { name, cost: cost(file, traffic) }
    })
    whole.push(cost(asItIs, traffic))
    const usual = median(whole.map(share))
    const bench = `core-${traffic}`
    for (const one of whole) {
      printFigure({
        bench,
        metric: 'bytes-to-book as it is',
        value: short(one.own),
        unit: 'µs CPU/message',
        baseline: `JSON.parse alone ${short(one.parse)} µs/message`,
        ratio: short(1 / share(one)),
      })
    }
    for (const { name, cost: without } of costs) {
      if (without.books !== whole[0]?.books) throw new Error(`without "${name}" the books differ`)
      printFigure({
        bench,
        metric: `bytes-to-book without ${name}`,
        value: short(without.own),
        unit: 'µs CPU/message',
        baseline: `the core as it is, both as parts of JSON.parse alone (here ${short(without.parse)} µs/message)`,
        ratio: short(share(without) / usual),
      })
    }
  }
} finally {
  rmSync(folder, { recursive: true })
}
