import { defineConfig } from '@playwright/test'
import { adminFile } from './e2e/people.ts'
import { dataDirOf, OUTPUT } from './e2e/product-command.ts'
import { browserLaunch } from './scripts/browser-launch.ts'
import { keepCompiledCode } from './scripts/code-cache.ts'
import { isFullRun } from './scripts/tiers.ts'

keepCompiledCode()

// Fixed, because both the tests and the servers must know the port before either starts; outside the ephemeral range.
const PORT = Number(process.env.E2E_PORT ?? 4517)
/** Everybody gets the live list here. */
const open = `http://127.0.0.1:${PORT}`
/** Here visitors, users, premium users and an admin each get their own data. */
const audiences = `http://127.0.0.1:${PORT + 1}`

const server = (port: number, env: Readonly<Record<string, string>>) => ({
  command: `${process.execPath} --disable-proto=delete apps/server/src/main.ts`,
  url: `http://127.0.0.1:${port}/healthz`,
  reuseExistingServer: false,
  timeout: 300_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 30_000 },
  env: {
    PORT: String(port),
    MARKET: 'demo',
    SIM_SEED: '1',
    DATA_DIR: dataDirOf(`http://127.0.0.1:${port}`),
    LOG_LEVEL: 'warn',
    ...env,
  },
})

/**
 * `E2E_PROJECT` runs one project beside its own server only: two servers take a third of a small machine from the
 * browsers.
 */
const PROJECTS = [
  {
    project: { name: 'open', testIgnore: /people\//, use: { baseURL: open } },
    // A third of the market: the browsers need the machine's two cores for themselves.
    webServer: server(PORT, { SIM_SYMBOLS: '40', LIVE_FOR_ALL: '1' }),
  },
  {
    project: { name: 'people', testMatch: /people\/.*\.spec\.ts$/, use: { baseURL: audiences } },
    webServer: server(PORT + 1, { SIM_SYMBOLS: '30', ADMIN_BOOTSTRAP_FILE: adminFile(), RATE_LIMIT_SCALE: '1000' }),
  },
].filter(({ project }) => process.env.E2E_PROJECT === undefined || project.name === process.env.E2E_PROJECT)

export default defineConfig({
  testDir: 'e2e',
  outputDir: OUTPUT,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // The quick run proves what a screen says and does; other widths and themes, and rarer courses, are in the full run.
  ...(isFullRun ? {} : { grepInvert: /@full/ }),
  // For two cores: while two workers wait for their pages, a third uses the idle time.
  workers: 3,
  // Bounds against hanging, many times the need of a quiet machine: no test may fail because its machine is slow.
  timeout: 600_000,
  expect: { timeout: 60_000, toPass: { timeout: 300_000 } },
  use: {
    locale: 'tr-TR',
    timezoneId: 'Europe/Istanbul',
    // The processor draws movement here, and no journey is about movement.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs as much processor time as its test. To look for a failure, ask for a trace with --trace.
    trace: 'off',
    launchOptions: browserLaunch(),
  },
  projects: PROJECTS.map(({ project }) => project),
  webServer: PROJECTS.map(({ webServer }) => webServer),
})
