import { defineConfig } from 'vitest/config'
import { keepCompiledCode } from './scripts/code-cache.ts'
import { isLongRun } from './scripts/run-length.ts'
import { FULL_ONLY_UNITS, isFullRun, LONG_ONLY_UNITS } from './scripts/tiers.ts'

// One zone for every test: a time that only passes in Istanbul is a defect that nobody sees there.
process.env.TZ = 'UTC'
keepCompiledCode()

const never = ['**/node_modules/**', 'dist/**', 'e2e/**', ...(isFullRun ? [] : FULL_ONLY_UNITS)]

const reliability = (names: string) => `apps/server/src/reliability/{${names}}.test.ts`

/** These load the machine, or measure how fast a whole server starts or keeps up: nothing beside them. */
const alone = [reliability('restart,burst,blocked-loop,slow-readers,bad-input'), ...(isLongRun ? LONG_ONLY_UNITS : [])]

/** These start several servers each, and mostly wait for them: after all others. */
const ofSeveralServers = [
  reliability('killed-server,killed-trades,stopping,bad-starts,crashes,all-exchanges-down'),
  reliability('bus-faults,lossy-bus,node-dies,leader-dies,old-leader,partition,two-versions,shards,shard-crash-loop'),
  'apps/server/src/main-roles.test.ts',
  'apps/server/src/adapters/storage/database/killed-migration.test.ts',
]

const processes = {
  globalSetup: 'apps/server/src/adapters/storage/testing/cluster.ts',
  setupFiles: ['end-left-servers', 'no-deprecated-calls'].map((name) => `apps/server/src/http/testing/${name}.ts`),
  pool: 'forks',
  testTimeout: 30_000,
  hookTimeout: 30_000,
} as const

/** Most tests of the server wait for real sockets and real time: two cores serve three of them with room to spare. */
const WORKERS = 3

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          include: ['packages/**/*.test.ts', 'apps/web/**/*.test.{ts,tsx}'],
          exclude: never,
          // No clock, no I/O, no globals: these may share a thread.
          pool: 'threads',
          isolate: false,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'checks/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...never, ...ofSeveralServers, ...alone, ...LONG_ONLY_UNITS],
          ...processes,
          maxWorkers: WORKERS,
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
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'alone',
          include: alone,
          exclude: never,
          ...processes,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
