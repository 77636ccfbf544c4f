// Cost of a market read by one engine, and divided among two and four shards (`SHARDS`). Each shard reads only the
// frames of the books that it needs, as with sockets of its own: the books of its coins, and the books that its cycles
// lead through. The busiest shard is reported, since it reaches its capacity first.
import type { Shard } from '@makas/domain'
import { neededBooks } from '../apps/server/src/app/market/legs/owned.ts'
import { printFigure } from './figures/figure-line.ts'
import { interleaved, mean, short } from './figures/measure.ts'
import { runLength } from './figures/run-length.ts'
import { OwnBooks } from './sides/own-books.ts'
import { type BenchBook, type BenchFrame, nameOf, type Traffic } from './traffic/frame.ts'
import { manySymbols } from './traffic/many-symbols.ts'

const { pairs, frames, rounds } = {
  tiny: { pairs: 20, frames: 2_000, rounds: 1 },
  usual: { pairs: 250, frames: 20_000, rounds: 5 },
  long: { pairs: 250, frames: 20_000, rounds: 15 },
}[runLength()]
const COUNTS = [1, 2, 4]
/** Rounds at the start that are not counted. */
const WARMUPS = 1

const market = manySymbols(pairs, frames * (rounds + WARMUPS))

/** Frames of the market that a shard reads. `ends[round]`: number of frames that it has read at the round's end. */
function partOf(shard: Shard) {
  const needs = neededBooks(market.instruments, market.identify, shard)
  const needed = new Set(market.instruments.filter(needs).map(({ exchange, symbol }) => nameOf(exchange, symbol)))
  const isNeeded = ({ exchange, symbol }: BenchBook | BenchFrame) => needed.has(nameOf(exchange, symbol))
  const kept = market.frames.flatMap((frame, at) => (isNeeded(frame) ? [at] : []))
  const traffic: Traffic = {
    ...market,
    books: market.books.filter(isNeeded),
    setup: market.setup.filter(isNeeded),
    frames: kept.map((at) => market.frames[at] as BenchFrame),
    times: kept.map((at) => market.times?.[at] as number),
  }
  const ends = Array.from(
    { length: rounds + WARMUPS },
    (_, round) => kept.filter((at) => at < (round + 1) * frames).length,
  )
  return { traffic, ends }
}

const shards = COUNTS.flatMap((shardCount) =>
  Array.from({ length: shardCount }, (_, shard) => {
    const { traffic, ends } = partOf({ shard, shardCount })
    const books = new OwnBooks(traffic, true, { shard, shardCount })
    let [round, next] = [0, 0]
    const run = () => {
      for (const end = ends[round++] ?? 0; next < end; next++) books.read(traffic.frames[next] as BenchFrame)
    }
    return { shardCount, traffic, books, name: `${shard} of ${shardCount}`, run }
  }),
)
// Each round continues where the round before ended, so that no frame is read twice.
const took = interleaved(shards, { rounds, runs: 1, middle: mean })
const cost = ({ name }: { readonly name: string }) => (took.get(name) ?? Number.NaN) / frames
const [whole] = shards
if (whole === undefined) throw new Error('no shard was measured')
for (const of of COUNTS) {
  const among = shards.filter((one) => one.shardCount === of)
  const routes = among.map(({ books }) => books.engine?.routes.length ?? 0)
  if (of > 1 && routes.reduce((sum, count) => sum + count) !== whole.books.engine?.routes.length)
    throw new Error('the shards have other routes than the whole')
  const busiest = among.reduce((most, one) => (cost(one) > cost(most) ? one : most))
  const read = Math.round((100 * busiest.traffic.frames.length) / market.frames.length)
  printFigure({
    bench: 'shards',
    metric: `${pairs} pairs among ${of}: the busiest has ${busiest.traffic.books.length} of ${market.books.length} books, ${read} % of the frames, ${busiest.books.engine?.routes.length} of ${whole.books.engine?.routes.length} routes`,
    value: short(cost(busiest)),
    unit: 'µs CPU/message of the market',
    baseline: 'one engine',
    ratio: short(cost(busiest) / cost(whole)),
  })
}
