import { defineConfig } from 'vitest/config'
import { keepCompiledCode } from './scripts/code-cache.ts'
import { isLongRun } from './scripts/run-length.ts'
import { pureTests } from './scripts/tests/test-groups.ts'
import { FULL_ONLY_UNITS, isFullRun, LONG_ONLY_UNITS } from './scripts/tiers.ts'

// One zone for every test: a time that only passes in Istanbul is a defect that nobody sees there.
process.env.TZ = 'UTC'
keepCompiledCode()

const never = ['**/node_modules/**', 'dist/**', 'e2e/**', ...(isFullRun ? [] : FULL_ONLY_UNITS)]

const reliability = (names: string) => `apps/server/src/reliability/*/{${names}}.test.ts`

/** Tests that load the machine, or measure a process or the speed of a whole server. Nothing runs beside them. */
const alone = [
  reliability('restart,burst,slow-readers,bad-input,book-memory,measured-floods'),
  ...(isLongRun ? LONG_ONLY_UNITS : []),
]

/** Tests that start several servers each, and mostly wait for them. They run after all others. */
const ofSeveralServers = [
  reliability('killed-server,killed-trades,stopping,bad-starts,crashes,all-exchanges-down'),
  reliability(
    'blocked-loop,bus-faults,lossy-bus,node-dies,leader-dies,old-leader,partition,two-versions,previous-release,shards,shard-crash-loop',
  ),
  'apps/server/src/main-roles.test.ts',
  'apps/server/src/adapters/storage/database/killed-migration.test.ts',
]

/** Tests of the server, of our checks and of our scripts. Tests that open nothing join the pure group. */
const ofServer = ['{apps/server,checks,scripts,bench}/**/*.test.ts']
const pureOfServer = pureTests(import.meta.dirname, ofServer)

/** Tests that never join the pure group or the server's group. */
const apart = [...ofSeveralServers, ...alone, ...LONG_ONLY_UNITS]

/** Tests that replace modules, look into their process, or start whole servers: each in a process of its own. */
const ofOwnProcess = [
  'apps/server/src/reliability/**/*.test.ts',
  'apps/server/src/{*,config/*}.test.ts',
  'apps/server/src/http/engine/engine-thread.test.ts',
]

const setUp = (...names: string[]) => names.map((name) => `apps/server/src/http/testing/${name}.ts`)

/** These bounds only end a test that would never end. They cost a green run nothing, however busy the machine is. */
const bounds = {
  testTimeout: 600_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
} as const

const processes = {
  ...bounds,
  globalSetup: 'apps/server/src/adapters/storage/testing/cluster.ts',
  setupFiles: setUp('end-left-servers', 'no-deprecated-calls'),
  pool: 'forks',
} as const

/** One thread a core: pure tests compute. */
const PURE_WORKERS = 2
/** Most tests of the server wait for real sockets and real time: two cores serve six of them. */
const WORKERS = 6
/** Whole servers compute while they start. */
const OWN_PROCESS_WORKERS = 3

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          include: ['packages/**/*.test.ts', 'apps/web/**/*.test.{ts,tsx}', ...pureOfServer],
          exclude: [...never, ...apart, ...ofOwnProcess],
          setupFiles: setUp('no-deprecated-calls'),
          // These tests open nothing and leave no global changed, so they may share a thread.
          pool: 'threads',
          isolate: false,
          ...bounds,
          maxWorkers: PURE_WORKERS,
        },
      },
      {
        test: {
          name: 'server',
          include: ofServer,
          exclude: [...never, ...apart, ...ofOwnProcess, ...pureOfServer],
          ...processes,
          // Starting a process and importing the server cost more than most of these tests do.
          isolate: false,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'own process',
          include: ofOwnProcess,
          exclude: [...never, ...apart],
          ...processes,
          maxWorkers: OWN_PROCESS_WORKERS,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'several servers',
          include: ofSeveralServers,
          exclude: never,
          ...processes,
          // Each file holds takeovers to their 15 s. With a third file beside them, a slow machine took longer.
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'alone',
          include: alone,
          exclude: never,
          ...processes,
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
})
