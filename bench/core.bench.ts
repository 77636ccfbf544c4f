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

const share = ({ own, parse }: CoreCost) => own / parse
const folder = mkdtempSync(join(tmpdir(), 'cores-'))

/** The costs of a core by traffic; in a process of its own, since a process loads the core once. */
function costsOf(core: Buffer): CoreCost[] {
  const file = join(folder, 'core.wasm')
  writeFileSync(file, core)
  const args = [...flags, file, ...process.argv.slice(2)]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as CoreCost[]
}

try {
  const tricks = runLength() === 'tiny' ? TRICKS.slice(0, 1) : TRICKS
  const core = compiledCore(root, coreSources(root))
  const whole = [costsOf(core)]
  const plain = tricks.map((trick, at) => {
    if (at === Math.floor(tricks.length / 2)) whole.push(costsOf(core))
    return { name: trick.name, costs: costsOf(compiledCore(root, sourcesWithout(trick, root))) }
  })
  whole.push(costsOf(core))
  for (const { traffic, books } of whole[0] ?? []) {
    const here = (costs: readonly CoreCost[]) => costs.filter((cost) => cost.traffic === traffic)
    const asItIs = whole.flatMap(here)
    const usual = median(asItIs.map(share))
    const bench = `core-${traffic}`
    for (const one of asItIs) {
      printFigure({
        bench,
        metric: 'bytes-to-book as it is',
        value: short(one.own),
        unit: 'µs CPU/message',
        baseline: `JSON.parse alone ${short(one.parse)} µs/message`,
        ratio: short(1 / share(one)),
      })
    }
    for (const { name, costs } of plain) {
      for (const without of here(costs)) {
        if (without.books !== books) throw new Error(`without "${name}" the books differ`)
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
  }
} finally {
  rmSync(folder, { recursive: true })
}
