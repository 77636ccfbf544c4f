import { matchesGlob } from 'node:path'
import { isLongRun } from './run-length.ts'

/**
 * `quick`: `npm test` and all later tiers; `full`: `npm run test:full` and later; `long`: `npm run test:long` alone.
 */
export const TIERS = ['quick', 'full', 'long'] as const
export type Tier = (typeof TIERS)[number]

/** True in `npm run test:full` and `npm run test:long`: everything that `npm test` leaves out runs too. */
export const isFullRun = process.env.TIER === 'full' || isLongRun

/** How many random cases a slow property tries: all of them in the full tier, a fifth in `npm test`. */
export const tries = (all: number): number => (isFullRun ? all : Math.ceil(all / 5))

/** Tag of browser journeys of the full tier: `test('…', { tag: '@full' }, …)`. */
export const FULL_TAG = '@full'

const reliability = (names: string) => `apps/server/src/reliability/*/{${names}}.test.ts`

/** Globs of the vitest files that `npm test` leaves out; each id that their titles name is proven in `npm test` too. */
export const FULL_ONLY_UNITS: readonly string[] = [
  reliability('restart,burst,slow-readers,bad-input,book-memory,measured-floods'),
  reliability('killed-server,killed-trades,stopping,bad-starts,crashes,all-exchanges-down'),
  reliability('blocked-loop,bus-faults,lossy-bus,node-dies,leader-dies,old-leader,partition,two-versions'),
  reliability('previous-release,shards,shard-crash-loop'),
  'apps/server/src/{image,main-roles,main-worker,main-keys}.test.ts',
  'apps/server/src/simulator/exchanges/{binance/usdm/usdm,bybit/linear,kraken/futures/front,okx/swaps}.test.ts',
  'apps/server/src/simulator/faults/*.test.ts',
  'apps/server/src/adapters/exchanges/feed-faults.test.ts',
  'apps/server/src/http/nodes/merged-market.test.ts',
  'bench/bench.test.ts',
  'checks/code/planted-lists.test.ts',
  'apps/server/src/adapters/storage/database/killed-migration.test.ts',
]

/** Globs of load tests: a shortened run proves nothing, and each needs the machine to itself. */
export const LONG_ONLY_UNITS: readonly string[] = [
  reliability('idle-streams,stampede,overload,soak,api-readers,dead-readers'),
]

/** The tier of a test file, by its path from the root; single tests of it may belong to a later tier. */
export function tierOfFile(path: string): Tier {
  const isIn = (globs: readonly string[]) => globs.some((glob) => matchesGlob(path, glob))
  if (isIn(LONG_ONLY_UNITS)) return 'long'
  return isIn(FULL_ONLY_UNITS) ? 'full' : 'quick'
}
