import { defineConfig } from 'vitest/config'
import { keepCompiledCode } from './scripts/code-cache.ts'
import { isLongRun } from './scripts/run-length.ts'
import { pureTests } from './scripts/test-groups.ts'
import { FULL_ONLY_UNITS, isFullRun, LONG_ONLY_UNITS } from './scripts/tiers.ts'

// One zone for every test: a time that only passes in Istanbul is a defect that nobody sees there.
process.env.TZ = 'UTC'
keepCompiledCode()

const never = ['**/node_modules/**', 'dist/**', 'e2e/**', ...(isFullRun ? [] : FULL_ONLY_UNITS)]

const reliability = (names: string) => `apps/server/src/reliability/{${names}}.test.ts`

/** These load the machine, or measure their process or how fast a whole server starts or keeps up: nothing beside them. */
const alone = [
  reliability('restart,burst,slow-readers,bad-input,book-memory,measured-floods'),
  ...(isLongRun ? LONG_ONLY_UNITS : []),
]

/** These start several servers each, and mostly wait for them: after all others. */
const ofSeveralServers = [
  reliability('killed-server,killed-trades,stopping,bad-starts,crashes,all-exchanges-down'),
  reliability(
    'blocked-loop,bus-faults,lossy-bus,node-dies,leader-dies,old-leader,partition,two-versions,previous-release,shards,shard-crash-loop',
  ),
  'apps/server/src/main-roles.test.ts',
  'apps/server/src/adapters/storage/database/killed-migration.test.ts',
]

/** Tests of the server, of our checks and of our scripts; those of them that open nothing join the pure group. */
const ofServer = ['{apps/server,checks,scripts,bench}/**/*.test.ts']
const pureOfServer = pureTests(import.meta.dirname, ofServer)

/** They never join the pure group or the server's. */
const apart = [...ofSeveralServers, ...alone, ...LONG_ONLY_UNITS]

/** These replace modules, look at what their process holds, or start whole servers: each in a process of its own. */
const ofOwnProcess = [
  'apps/server/src/reliability/**/*.test.ts',
  'apps/server/src/*.test.ts',
  'apps/server/src/http/engine/engine-thread.test.ts',
]

const setUp = (...names: string[]) => names.map((name) => `apps/server/src/http/testing/${name}.ts`)

/** These only end what would never end: of a green run they cost nothing, however busy the machine is. */
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

/** One thread a core: they compute. */
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
          // Nothing is opened, and no global is left changed: these may share a thread.
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
          // Each holds takeovers to their 15 s: a third one beside them took a slow machine past that.
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
