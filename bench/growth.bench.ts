// How the cost of a message grows with the number of pairs that are watched, 50 to 2,000 (performance.md §1).
//
// What is compared: the same kind of market at each size. The smallest is part of a simulated market, pairs between its
// quotes and whole coins with all their quotes; a larger one is several such parts beside each other, each with its own seed
// and names. So routes, cycles, messages a second and findings grow as the pairs do (they are printed), and what is seen is
// what size alone costs; what more cycles through one book cost is measured by `triangular.bench.ts`. Frames come in the
// market's own time, and ten beats a second account for what is open in it. The cost without the beats, from bytes to books
// to screens and to the rows that open and close, is that of the same frames read by other books that never beat. All
// books are touched in turns: nothing is as often in the processor's caches as in a market with few busy pairs.
import { EXCHANGES, findCycles } from '@makas/domain'
import { printFigure } from './figure-line.ts'
import { interleaved, logLogSlope, short } from './measure.ts'
import { runLength } from './run-length.ts'
import { OwnBooks } from './sides/own-books.ts'
import type { BenchFrame, Traffic } from './traffic/frame.ts'
import { manySymbols } from './traffic/many-symbols.ts'

const SIZES = {
  tiny: { pairs: [10, 20], frames: 2_000, rounds: 1 },
  usual: { pairs: [50, 200, 500, 1_000, 2_000], frames: 20_000, rounds: 5 },
  long: { pairs: [50, 200, 500, 1_000, 2_000], frames: 40_000, rounds: 9 },
}
/** The first round does not count. */
const WARMUPS = 1

const { pairs, frames, rounds } = SIZES[runLength()]
/** The clock of CPU time goes in ticks: a round that no tick fell into took less than one, but not nothing. */
const UNSEEN_MICROS = 1

/** Every round reads on where the last one ended: no book is told twice. */
function side(name: string, traffic: Traffic, reads: (books: OwnBooks, frame: BenchFrame) => void) {
  const books = new OwnBooks(traffic, true)
  let round = -1
  return {
    name,
    books,
    prepare: () => {
      round++
    },
    run: () => {
      for (let at = round * frames; at < (round + 1) * frames; at++) reads(books, traffic.frames[at] as BenchFrame)
    },
  }
}

function cyclesOf({ instruments, identify }: Traffic): number {
  return EXCHANGES.map((exchange) => {
    const known = instruments.flatMap((one) => (one.exchange === exchange ? (identify(one) ?? []) : []))
    return findCycles(known.map(({ base, quote }, index) => ({ index, base, quote }))).count
  }).reduce((sum, count) => sum + count)
}

const sizes = pairs.map((count) => {
  const traffic = manySymbols(count, frames * (rounds + WARMUPS), pairs[0])
  const { times = [] } = traffic
  return {
    count,
    perSecond: (times.length * 1_000) / ((times.at(-1) ?? 0) - (times[0] ?? 0)),
    books: traffic.books.length,
    cycles: cyclesOf(traffic),
    whole: side(`${count}`, traffic, (books, frame) => books.read(frame)),
    unbeaten: side(`${count} without beats`, traffic, (books, frame) => books.take(frame)),
  }
})
const took = interleaved(
  sizes.flatMap(({ whole, unbeaten }) => [whole, unbeaten]),
  { rounds, runs: 1 },
)
const cost = ({ name }: { readonly name: string }) => Math.max(UNSEEN_MICROS, took.get(name) ?? Number.NaN) / frames
const [smallest] = sizes
if (smallest === undefined) throw new Error('no size was measured')
const baseline = `${smallest.count} pairs`
for (const { count, perSecond, books, cycles, whole, unbeaten } of sizes) {
  const { engine, findings } = whole.books
  const market = `${count} pairs, ${books} books, ${engine?.routes.length} routes, ${cycles} cycles`
  const told = `${Math.round(perSecond)} messages/s, ${short(findings / (frames * (rounds + WARMUPS)))} findings each`
  for (const [what, value, least] of [
    ['', cost(whole), cost(smallest.whole)],
    [', without the beats', cost(unbeaten), cost(smallest.unbeaten)],
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
  ['log-log slope without the beats', 'unbeaten'],
] as const) {
  const value = logLogSlope(sizes.map((size) => [size.count, cost(size[of])] as const))
  const figure = { bench: 'growth', metric, value: short(value), unit: 'exponent' }
  printFigure({ ...figure, baseline: 'target of 0.1', ratio: short(value / 0.1) })
}
