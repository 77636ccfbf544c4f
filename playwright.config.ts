import { defineConfig } from '@playwright/test'
import { browserLaunch } from './scripts/browser-launch.ts'

// Fixed, because both the tests and the server must know it before either starts; outside the ephemeral range.
const PORT = 4517
const origin = `http://127.0.0.1:${PORT}`

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: origin,
    locale: 'tr-TR',
    timezoneId: 'Europe/Istanbul',
    trace: 'retain-on-failure',
    launchOptions: browserLaunch(),
  },
  webServer: {
    command: `${process.execPath} --disable-proto=delete apps/server/src/main.ts`,
    url: `${origin}/healthz`,
    reuseExistingServer: false,
    timeout: 30_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    env: {
      PORT: String(PORT),
      MARKET: 'demo',
      SIM_SEED: '1',
      // Half the market: the browsers need the machine's two cores for themselves.
      SIM_SYMBOLS: '60',
      LIVE_FOR_ALL: '1',
      DATA_DIR: 'test-results/data',
      LOG_LEVEL: 'warn',
    },
  },
})
