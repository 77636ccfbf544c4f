import './testing/virtual-parts.ts'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../scripts/figure.ts'
import { messages, seedFor } from '../../../../scripts/run-length.ts'
import { seededRandom } from '../adapters/system/randomness.ts'
import { ALL, percentile, startWorld, type World } from './testing/world.ts'

const HOUR_MS = 3_600_000

/** Now and then, by chance: a disconnect, a silence, a dead line, a wrong clock. */
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

test('[F5] [F9] [F12] no row is ever made of a gapped, crossed, stale or broken book', {
  timeout: HOUR_MS,
}, async (context) => {
  const seed = seedFor('F5', 20_260_801)
  const count = messages(1_000_000)
  const world = await startWorld(context, { seed })
  await world.warm()
  for (const [order, kind] of (['drop', 'duplicate', 'swap', 'corrupt'] as const).entries()) {
    world.simulator.script({ kind, rate: 0.01, seed: seed + order })
  }
  world.simulator.script({ kind: 'crossed', rate: 0.001, seed: seed + 4 })
  const random = seededRandom(seed)
  while (world.simulator.counters.bookFrames < count) await trouble(world, random)
  console.log(
    world.simulator.counters,
    world.liveBooks,
    world.books.length,
    world.told.length,
    world.rowsSeen,
    world.losses.length,
    percentile(world.healed, 0.5),
    percentile(world.healed, 0.95),
    percentile(world.healed, 1),
  )
  expect(world.violations.slice(0, 10)).toEqual([])
})
