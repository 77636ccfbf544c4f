import '../testing/world/virtual-parts.ts'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, seedFor } from '../../../../../scripts/run-length.ts'
import { ALL, startWorld } from '../testing/world/world.ts'

const MINUTE_MS = 60_000
const RETRY_AFTER_S = 120
/** Bans by each exchange with each answer; in the short run one ban by each exchange, with one of the answers. */
const BANS = isLongRun ? 5 : 1

test('[F20] after 429 and 418 nobody is asked before Retry-After ends, and the other exchanges go on', async (context) => {
  const seed = seedFor('F20', 200)
  const world = await startWorld(context, { seed, symbols: 4, isWitnessed: false, publishEveryMs: 1_000 })
  await world.until('all books', () => world.books.length > 0 && world.liveBooks === world.books.length, 40_000)
  let quietExchange = ''
  let early = 0
  world.gateway.onRequest = ({ exchange }) => {
    if (exchange === quietExchange) early++
  }
  const connects = () => world.gateway.attempts.filter(({ exchange }) => exchange === quietExchange).length
  let [bans, slowest, fewestOthers] = [0, 0, 1]
  const kinds = ['429', '418'] as const
  for (const [place, exchange] of ALL.entries()) {
    for (const kind of isLongRun ? kinds : kinds.slice(place % 2, (place % 2) + 1)) {
      for (let ban = 0; ban < BANS; ban++) {
        const isBanned = () => world.feed(exchange).status(world.now).state === 'rate-limited'
        world.simulator.script({ exchange, kind, retryAfterS: RETRY_AFTER_S })
        // Lost frames make the feed ask for snapshots, so that it meets the ban soon.
        world.simulator.script({ exchange, kind: 'drop', rate: 0.3, forMs: 2_000, seed: seed + ban })
        await world.until(`the ban of ${exchange}`, isBanned, 4 * MINUTE_MS)
        const until = world.feed(exchange).status(world.now).bannedUntil ?? 0
        expect(until - world.now).toBeGreaterThan((RETRY_AFTER_S - 5) * 1_000)
        // Requests under way when the refusal came may still arrive.
        await world.pass(1_000)
        quietExchange = exchange
        const [asked, connected] = [early, connects()]
        // Worst moment: every connection is cut, and the feed wants them back.
        world.simulator.script({ exchange, kind: 'disconnect' })
        const others = world.books.filter((slot) => slot.exchange !== exchange)
        while (world.now < until - 2_000) {
          await world.pass(1_000)
          const live = others.filter((slot) => slot.isLive(world.now)).length
          fewestOthers = Math.min(fewestOthers, live / others.length)
        }
        expect([exchange, kind, early - asked, connects() - connected]).toEqual([exchange, kind, 0, 0])
        quietExchange = ''
        bans++
        world.simulator.clearFaults()
        const isBack = () => world.booksOf(exchange).every((slot) => slot.acceptsDeltas)
        await world.pass(Math.max(0, until - world.now))
        slowest = Math.max(slowest, await world.until(`${exchange} again`, isBack, 3 * MINUTE_MS))
      }
    }
  }
  recordFigure(context, {
    row: 'F20',
    wanted: '0 requests before Retry-After ends; other exchanges unaffected',
    measured: `${early} requests in ${bans} bans of ${RETRY_AFTER_S} s; of the others' books ${Math.round(100 * fewestOthers)} % live at least; all back ${Math.round(slowest)} ms after the end at most`,
    seed,
  })
  expect(early).toBe(0)
  expect(fewestOthers).toBeGreaterThan(0.9)
})
