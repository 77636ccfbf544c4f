// How the cost of a message grows with the number of watched pairs, 50 to 2,000 (performance.md, Targets).
//
// Each size is a market of one kind. The smallest is part of a simulated market: the pairs between its quotes, and
// whole coins with all their quotes. A larger one is several such parts beside each other, each with its own seed and
// names. So routes, cycles, messages a second and findings grow in proportion to the pairs (they are printed), and the
// slope is the cost of size alone; `triangular.bench.ts` measures the cost of more cycles through one book. Frames come
// in the market's own time, and ten ticks a second evaluate the deferred routes. The cost without ticks (bytes → books
// → screens → rows that open and close) is measured on a second set of books, which reads the same frames and never
// ticks. All books are touched in turns: the processor's caches help less than in a market with few busy pairs.
import { EXCHANGES, findCycles } from '@makas/domain'
import { printFigure } from './figures/figure-line.ts'
import { interleaved, logLogSlope, mean, short } from './figures/measure.ts'
import { runLength } from './figures/run-length.ts'
import { OwnBooks } from './sides/own-books.ts'
import type { BenchFrame, Traffic } from './traffic/frame.ts'
import { manySymbols } from './traffic/many-symbols.ts'

const SIZES = {
  tiny: { pairs: [10, 20], warming: 500, frames: 2_000, rounds: 1 },
  usual: { pairs: [50, 200, 500, 1_000, 2_000], warming: 10_000, frames: 10_000, rounds: 5 },
  long: { pairs: [50, 200, 500, 1_000, 2_000], warming: 10_000, frames: 20_000, rounds: 9 },
}
/** The cost of a message may grow as this power of the pairs, at most (performance.md, Targets). */
const TARGET = 0.2
/** Rounds at the start that are not counted. */
const WARMUPS = 1
/** A market of this many parts differs little from one moment to another. */
const FEW_PARTS = 10

const { pairs, warming, frames, rounds } = SIZES[runLength()]
const [unit = 0] = pairs
/** Frames of one round: first untimed frames, which refill the caches after the other sizes, then the timed frames. */
const read = warming + frames
const allRounds = rounds + WARMUPS

/**
 * Markets of `count` pairs: a market for each round, or from `FEW_PARTS` parts on one market for all rounds. In a
 * single part, a few open rows more or less make a fifth of the cost.
 */
function marketsOf(count: number): readonly Traffic[] {
  if (count >= FEW_PARTS * unit) return [manySymbols(count, read * allRounds, unit)]
  return Array.from({ length: allRounds }, (_, round) => manySymbols(count, read, unit, 1 + (round * count) / unit))
}

/** One side. Each round continues in its market where the round before ended, so that no frame is read twice. */
function side(name: string, markets: readonly Traffic[], reads: (books: OwnBooks, frame: BenchFrame) => void) {
  const told = markets.map((traffic) => ({ traffic, books: new OwnBooks(traffic, true), next: 0 }))
  let round = -1
  const readSome = (count: number) => {
    const market = told[round % told.length]
    if (market === undefined) throw new Error('no market was told')
    const { traffic, books } = market
    for (const end = market.next + count; market.next < end; market.next++)
      reads(books, traffic.frames[market.next] as BenchFrame)
  }
  return {
    name,
    routes: () => told[0]?.books.engine?.routes.length,
    findings: () => told.reduce((sum, { books }) => sum + books.findings, 0),
    prepare: () => {
      round++
    },
    warm: () => readSome(warming),
    run: () => readSome(frames),
  }
}

function cyclesOf({ instruments, identify }: Traffic): number {
  return EXCHANGES.map((exchange) => {
    const known = instruments.flatMap((one) => (one.exchange === exchange ? (identify(one) ?? []) : []))
    return findCycles(known.map(({ base, quote }, index) => ({ index, base, quote }))).count
  }).reduce((sum, count) => sum + count)
}

const sizes = pairs.map((count) => {
  const markets = marketsOf(count)
  const [first] = markets
  if (first === undefined) throw new Error('no market was told')
  const { times = [], books } = first
  return {
    count,
    perSecond: (times.length * 1_000) / ((times.at(-1) ?? 0) - (times[0] ?? 0)),
    books: books.length,
    cycles: cyclesOf(first),
    whole: side(`${count}`, markets, (to, frame) => to.read(frame)),
    untimed: side(`${count} without ticks`, markets, (to, frame) => to.take(frame)),
  }
})
const took = interleaved(
  sizes.flatMap(({ whole, untimed }) => [whole, untimed]),
  // The mean: rounds of a small market differ because its parts do, which is no error of measurement.
  { rounds, runs: 1, middle: mean },
)
const cost = ({ name }: { readonly name: string }) => (took.get(name) ?? Number.NaN) / frames
const [smallest] = sizes
if (smallest === undefined) throw new Error('no size was measured')
const baseline = `${smallest.count} pairs`
for (const { count, perSecond, books, cycles, whole, untimed } of sizes) {
  const market = `${count} pairs, ${books} books, ${whole.routes()} routes, ${cycles} cycles`
  const told = `${Math.round(perSecond)} messages/s, ${short(whole.findings() / (read * allRounds))} findings each`
  for (const [what, value, least] of [
    ['', cost(whole), cost(smallest.whole)],
    [', without the ticks', cost(untimed), cost(smallest.untimed)],
  ] as const) {
    const metric = `${market}, ${told}${what}`
    printFigure({
      bench: 'growth',
      metric,
      value: short(value),
      unit: 'µs CPU/message',
      baseline,
      ratio: short(value / least),
    })
  }
}
for (const [metric, of] of [
  ['log-log slope', 'whole'],
  ['log-log slope without the ticks', 'untimed'],
] as const) {
  const value = logLogSlope(sizes.map((size) => [size.count, cost(size[of])] as const))
  const figure = { bench: 'growth', metric, value: short(value), unit: 'exponent' }
  printFigure({ ...figure, baseline: `target of ${TARGET}`, ratio: short(value / TARGET) })
}
