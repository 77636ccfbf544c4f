import { defineConfig } from 'vitest/config'
import { keepCompiledCode } from './scripts/code-cache.ts'
import { isLongRun } from './scripts/run-length.ts'

// One zone for every test: a time that only passes in Istanbul is a defect that nobody sees there.
process.env.TZ = 'UTC'
keepCompiledCode()

const never = ['**/node_modules/**', 'dist/**', 'e2e/**']

const reliability = (names: string) => `apps/server/src/reliability/{${names}}.test.ts`

/** Thousands of readers, or minutes of load: only at their full counts do they say anything, and nothing runs well beside them. */
const measured = [reliability('idle-streams,stampede,overload,soak,api-readers,dead-readers')]

/** These measure how fast a whole server starts or keeps up, or start several servers each. */
const alone = [
  reliability(
    'restart,burst,killed-server,killed-trades,stopping,bad-starts,crashes,blocked-loop,slow-readers,all-exchanges-down',
  ),
  reliability('bus-faults,lossy-bus,node-dies,leader-dies,old-leader,partition,two-versions,shards,shard-crash-loop'),
  'apps/server/src/main-roles.test.ts',
  'apps/server/src/adapters/storage/database/killed-migration.test.ts',
  ...(isLongRun ? measured : []),
]

const setupFiles = 'apps/server/src/http/testing/end-left-servers.ts'

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
          exclude: [...never, ...alone, ...measured],
          globalSetup: 'apps/server/src/adapters/storage/testing/cluster.ts',
          setupFiles,
          pool: 'forks',
          maxWorkers: WORKERS,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'alone',
          include: alone,
          globalSetup: 'apps/server/src/adapters/storage/testing/cluster.ts',
          setupFiles,
          pool: 'forks',
          testTimeout: 30_000,
          hookTimeout: 30_000,
          // After all others, one after the other.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
