import { afterAll } from 'vitest'
import { endLeftServers } from './server-process.ts'

// A server left by a failed test would run beside all tests that come after.
afterAll(endLeftServers)
