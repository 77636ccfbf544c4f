import { afterAll } from 'vitest'
import { endLeftServers } from './server-process.ts'

// A server that a failed test leaves behind would run beside all tests that come after.
afterAll(endLeftServers)
