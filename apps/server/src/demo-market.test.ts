import { type CarryRow, LISTS, MarketStats, PATHS, type SpotRow, type TriRow } from '@makas/contract'
import { expect, test } from 'vitest'
import { ServerProcess } from './http/testing/server-process.ts'

const FROM_MS = 15_000
const FOR_MS = 8_000
const LOOK_EVERY_MS = 100

/** The filters that the page begins with (CONST-08 to CONST-10), written down once more; unknown distances pass. */
const isStrong = ({ net_roi }: SpotRow) => net_roi > 0.5
const passesCarry = (row: CarryRow) =>
  row.net_apy >= 6 &&
  row.daily_pnl >= 0 &&
  row.leverage <= 2 &&
  (row.liquidation_distance === null || row.liquidation_distance >= 25)
const passesTri = (row: TriRow) =>
  row.net_roi >= 0.05 &&
  row.net_pnl >= 0 &&
  row.total_slippage_bp / 100 <= 0.1 &&
  row.confidence >= 60 &&
  row.ttl_ms >= 200

test('started as it comes, after 15 s the demo market shows at any time what passes the filters of the page', async (context) => {
  // Everything else as it is without any setting.
  const server = new ServerProcess({ MARKET: 'demo', LIVE_FOR_ALL: '1', LOG_LEVEL: 'warn', RATE_LIMIT_SCALE: '100' })
  context.onTestFinished(async () => {
    server.signal('SIGTERM')
    await server.exit
  })
  const origin = await server.origin()
  const read = async (path: string): Promise<unknown> => (await fetch(origin + path)).json()
  await new Promise((resolve) => setTimeout(resolve, FROM_MS - server.ageMs))
  const least = { spot: Infinity, strong: Infinity, carry: Infinity, tri: Infinity, dyingPerRow: Infinity }
  let looks = 0
  while (server.ageMs < FROM_MS + FOR_MS) {
    const spot = LISTS.spot.parse(await read(PATHS.lists.spot))
    const carry = LISTS.carry.parse(await read(PATHS.lists.carry))
    const tri = LISTS.tri.parse(await read(PATHS.lists.tri))
    const { rejected } = MarketStats.parse(await read(PATHS.marketStats))
    const dying = ['fees', 'slippage', 'size'].reduce((sum, reason) => sum + (rejected[reason] ?? 0), 0)
    least.spot = Math.min(least.spot, spot.length)
    least.strong = Math.min(least.strong, spot.filter(isStrong).length)
    least.carry = Math.min(least.carry, carry.filter(passesCarry).length)
    least.tri = Math.min(least.tri, tri.filter(passesTri).length)
    least.dyingPerRow = Math.min(least.dyingPerRow, dying / spot.length)
    looks++
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  expect(looks).toBeGreaterThan(10)
  expect(least.spot).toBeGreaterThanOrEqual(10)
  expect(least.strong).toBeGreaterThanOrEqual(3)
  expect(least.dyingPerRow).toBeGreaterThanOrEqual(10)
  expect(least.carry).toBeGreaterThanOrEqual(3)
  expect(least.tri).toBeGreaterThanOrEqual(3)
}, 60_000)
