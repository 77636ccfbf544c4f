import '../testing/world/virtual-parts.ts'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { messages, seedFor } from '../../../../../scripts/run-length.ts'
import { seededRandom } from '../../adapters/system/randomness.ts'
import { ALL, percentile, startWorld, type World } from '../testing/world/world.ts'

/** Scripts one random fault (disconnect, silence, half-open line, frozen clock, lost subscription) and lets it work. */
async function trouble(world: World, random: () => number): Promise<void> {
  const exchange = ALL[Math.floor(random() * ALL.length)] as (typeof ALL)[number]
  const dice = random()
  if (dice < 0.4) {
    world.simulator.script({ exchange, kind: 'disconnect', how: random() < 0.5 ? 'close' : 'reset', count: 1 })
  } else if (dice < 0.75) {
    world.simulator.script({ exchange, kind: 'silent', forMs: 1_000 + random() * 14_000 })
  } else if (dice < 0.85) world.simulator.script({ exchange, kind: 'half-open', count: 1 })
  else if (dice < 0.95) world.simulator.script({ exchange, kind: 'freeze', forMs: 5_000 })
  else world.simulator.script({ exchange, kind: 'lose-subscription', rate: 0.05, forMs: 10_000 })
  await world.pass(2_000 + random() * 10_000)
}

/**
 * Scripts levels that cross their book until its next message. Kraken's perpetuals are left out: they send one level a
 * message and have no checksum, so that honest levels of the same moment may move the other side past the planted one,
 * and nothing on the wire shows which one is wrong until it is taken back (reliability-matrix.md, F9).
 */
function crossBooks(world: World, seed: number): void {
  const fault = { kind: 'crossed', rate: 0.001, seed } as const
  for (const exchange of ['binance', 'okx', 'bybit'] as const) world.simulator.script({ ...fault, exchange })
  for (const { listing } of world.gateway.context.market.instruments)
    if (listing.exchange === 'kraken') world.simulator.script({ ...fault, exchange: 'kraken', symbol: listing.symbol })
}

test('[F5] [F9] [F11] under all faults at once no row is made of a gapped, crossed, stale or broken book', async (context) => {
  const seed = seedFor('F5', 20_260_801)
  const count = messages(1_000_000)
  const world = await startWorld(context, { seed, symbols: 12, covers: 'all' })
  await world.warm()
  for (const [order, kind] of (['drop', 'duplicate', 'swap', 'corrupt'] as const).entries()) {
    world.simulator.script({ kind, rate: 0.01, seed: seed + order })
  }
  crossBooks(world, seed + 4)
  const random = seededRandom(seed)
  const { counters } = world.simulator
  const opened = world.findings
  let deepest = 0
  world.onTouched = ({ exchange, market, book }) => {
    if (exchange === 'kraken' && market === 'spot') deepest = Math.max(deepest, book.bids.count, book.asks.count)
  }
  while (counters.bookFrames < count) await trouble(world, random)
  const { drop = 0, duplicate = 0, swap = 0, corrupt = 0, crossed = 0 } = counters.faults
  recordFigure(context, {
    row: 'F5',
    wanted: '0 rows from a gapped, crossed, stale or broken book',
    measured: `${world.violations.length} of ${world.rowsSeen} looks at rows in ${counters.bookFrames} messages (${drop} dropped, ${duplicate} repeated, ${swap} swapped, ${corrupt} spoilt, ${crossed} crossed, ${counters.disconnects} disconnects)`,
    seed,
  })
  recordFigure(context, {
    row: 'F10',
    wanted: 'truncated to the subscribed depth of 10 after each update',
    measured: `${deepest} levels at most`,
    seed,
  })
  expect(Math.min(drop, duplicate, swap, corrupt)).toBeGreaterThan(20)
  // Without new rows the test would prove nothing.
  expect(world.findings - opened).toBeGreaterThan(100)
  expect(deepest).toBe(10)
  expect(world.violations.slice(0, 10)).toEqual([])
  await world.settle()
  expect(world.differing).toEqual([])
})

test('[F5] a dropped message is noticed, and its book is back within 3 s', async (context) => {
  const seed = seedFor('F5', 55)
  // A tenth of the 10,000,000 messages of F5, which gap-messages.test.ts reads in full.
  const count = messages(1_000_000)
  const world = await startWorld(context, { seed, symbols: 12 })
  await world.warm()
  world.simulator.script({ kind: 'drop', rate: 0.001, seed })
  const { counters } = world.simulator
  while (counters.bookFrames < count) await world.pass(5_000)
  await world.settle()
  const p95 = percentile(world.healed, 0.95)
  recordFigure(context, {
    row: 'F5',
    wanted: 'resync <= 3 s p95',
    measured: `${p95} ms p95 of ${world.healed.length} repairs, ${counters.faults.drop} dropped of ${counters.bookFrames}`,
    seed,
  })
  expect(counters.faults.drop).toBeGreaterThan(5)
  expect(p95).toBeLessThanOrEqual(3_000)
  expect(world.violations.slice(0, 10)).toEqual([])
  expect(world.differing).toEqual([])
})
