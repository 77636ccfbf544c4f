import { defineConfig } from 'vitest/config'

// One zone for every test: a time that only passes in Istanbul is a defect that nobody sees there.
process.env.TZ = 'UTC'

const never = ['**/node_modules/**', 'dist/**', 'e2e/**']

const alone = ['apps/server/src/reliability/{restart,burst}.test.ts']

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
          exclude: [...never, ...alone],
          globalSetup: 'apps/server/src/adapters/storage/testing/cluster.ts',
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
          pool: 'forks',
          // These measure how fast a whole server starts or keeps up: after all others, one after the other.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
