// How the cost of a message grows with the number of pairs that are watched, 50 to 2,000 (performance.md, Targets).
//
// What is compared: the same kind of market at each size. The smallest is part of a simulated market, pairs between its
// quotes and whole coins with all their quotes; a larger one is several such parts beside each other, each with its own seed
// and names. So routes, cycles, messages a second and findings grow as the pairs do (they are printed), and what is seen is
// what size alone costs; what more cycles through one book cost is measured by `triangular.bench.ts`. Frames come in the
// market's own time, and ten ticks a second evaluate what was deferred in it. The cost without the ticks, from bytes to books
// to screens and to the rows that open and close, is that of the same frames read by other books that never tick. All
// books are touched in turns: nothing is as often in the processor's caches as in a market with few busy pairs.
import { EXCHANGES, findCycles } from '@makas/domain'
import { printFigure } from './figure-line.ts'
import { interleaved, logLogSlope, mean, short } from './measure.ts'
import { runLength } from './run-length.ts'
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
/** The first round does not count. */
const WARMUPS = 1
/** So many parts are alike enough from one moment to another. */
const FEW_PARTS = 10

const { pairs, warming, frames, rounds } = SIZES[runLength()]
const [unit = 0] = pairs
/** Of one round: some that are not timed, because the sizes before had the caches, and those that are. */
const read = warming + frames
const allRounds = rounds + WARMUPS

/**
 * A market of so many pairs for each round, or the same one for all where it has parts enough: a few rows more or less are
 * open in one part at one time, and make a fifth of its cost.
 */
function marketsOf(count: number): readonly Traffic[] {
  if (count >= FEW_PARTS * unit) return [manySymbols(count, read * allRounds, unit)]
  return Array.from({ length: allRounds }, (_, round) => manySymbols(count, read, unit, 1 + (round * count) / unit))
}

/** Every round reads on where the last one of its market ended: no book is told twice. */
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
  // Rounds of a small market differ because its parts do: no mistake of the measure that a median would leave out.
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
