import '../testing/world/virtual-parts.ts'
import { type CarryRow, LISTS, MarketStats, type SpotRow, type TriRow } from '@makas/contract'
import { expect, test } from 'vitest'
import { isLongRun } from '../../../../../scripts/run-length.ts'
import { readConfig } from '../../config/config.ts'
import { startWorld, type World } from '../testing/world/world.ts'

const FROM_MS = 15_000
const FOR_MS = isLongRun ? 120_000 : 8_000
/** Time between two looks at the rows, ms; they change ten times a second. */
const LOOK_EVERY_MS = 500

/** Default filters of the page (CONST-08 to CONST-10), repeated here on purpose; rows of unknown distance pass. */
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

/**
 * Numbers of rows that pass the filters now; `dyingPerRow`: gaps that fees, slippage or size reject, for each spot row.
 */
function look({ state }: World) {
  if (state === null) throw new Error('nothing was published')
  const rowsOf = (mode: keyof typeof state.rows) => state.rows[mode].map(({ json }) => JSON.parse(json) as unknown)
  const spot = LISTS.spot.parse(rowsOf('spot'))
  const { rejected } = MarketStats.parse(JSON.parse(state.stats))
  const dying = ['fees', 'slippage', 'size'].reduce((sum, reason) => sum + (rejected[reason] ?? 0), 0)
  return {
    spot: spot.length,
    strong: spot.filter(isStrong).length,
    dyingPerRow: dying / spot.length,
    carry: LISTS.carry.parse(rowsOf('carry')).filter(passesCarry).length,
    tri: LISTS.tri.parse(rowsOf('tri')).filter(passesTri).length,
  }
}

// Virtual time: on a stalled machine rows would age and rightly lose confidence.
test('as it comes, after 15 s the demo market shows at any time what passes the filters of the page', async (context) => {
  const reading = readConfig({})
  if (reading.kind !== 'config') throw new Error(reading.mistakes.join())
  const { simSeed: seed, simSymbols: symbols } = reading.config
  expect(seed).toBe(1)
  const world = await startWorld(context, {
    seed,
    symbols,
    covers: 'all',
    isWitnessed: false,
    publishEveryMs: LOOK_EVERY_MS,
  })
  await world.pass(FROM_MS)
  const seen: ReturnType<typeof look>[] = []
  world.onPublished = () => seen.push(look(world))
  await world.pass(FOR_MS)
  const least = (of: keyof ReturnType<typeof look>) => Math.min(...seen.map((one) => one[of]))
  expect(seen).toHaveLength(FOR_MS / LOOK_EVERY_MS)
  expect(least('spot')).toBeGreaterThanOrEqual(10)
  expect(least('strong')).toBeGreaterThanOrEqual(3)
  expect(least('dyingPerRow')).toBeGreaterThanOrEqual(10)
  expect(least('carry')).toBeGreaterThanOrEqual(3)
  expect(least('tri')).toBeGreaterThanOrEqual(3)
}, 1_800_000)
