// How the cost of a message grows with the number of pairs that are watched, 50 to 2,000 (performance.md §1).
import { printFigure } from './figure-line.ts'
import { interleaved, logLogSlope, short } from './measure.ts'
import { runLength } from './run-length.ts'
import { OwnBooks } from './sides/own-books.ts'
import type { BenchFrame } from './traffic/frame.ts'
import { manySymbols } from './traffic/many-symbols.ts'

const SIZES = {
  tiny: { pairs: [10, 20], frames: 2_000, rounds: 1 },
  usual: { pairs: [50, 200, 500, 1_000, 2_000], frames: 20_000, rounds: 5 },
  long: { pairs: [50, 200, 500, 1_000, 2_000], frames: 40_000, rounds: 9 },
}
/** The first round does not count. */
const WARMUPS = 1

const { pairs, frames, rounds } = SIZES[runLength()]

/** Every round reads on where the last one ended: no book is told twice. */
const sides = pairs.map((count) => {
  const traffic = manySymbols(count, frames * (rounds + WARMUPS))
  const books = new OwnBooks(traffic, true)
  let round = -1
  return {
    name: String(count),
    books: traffic.books.length,
    own: books,
    prepare: () => {
      round++
    },
    run: () => {
      for (let at = round * frames; at < (round + 1) * frames; at++) books.read(traffic.frames[at] as BenchFrame)
    },
  }
})
const took = interleaved(sides, { rounds, runs: 1 })
/** The clock of CPU time goes in ticks: a round that no tick fell into took less than one, but not nothing. */
const UNSEEN_MICROS = 1
const cost = (name: string) => Math.max(UNSEEN_MICROS, took.get(name) ?? Number.NaN) / frames
const [smallest] = sides
if (smallest === undefined) throw new Error('no size was measured')
for (const { name, books, own } of sides) {
  const value = cost(name)
  const baseline = `${smallest.name} pairs`
  const metric = `${name} pairs, ${books} books, ${own.engine?.routes.length ?? 0} routes`
  printFigure({
    bench: 'growth',
    metric,
    value: short(value),
    unit: 'µs CPU/message',
    baseline,
    ratio: short(value / cost(smallest.name)),
  })
}
const slope = logLogSlope(sides.map(({ name }) => [Number(name), cost(name)] as const))
printFigure({
  bench: 'growth',
  metric: 'log-log slope',
  value: short(slope),
  unit: 'exponent',
  baseline: 'target of 0.1',
  ratio: short(slope / 0.1),
})
