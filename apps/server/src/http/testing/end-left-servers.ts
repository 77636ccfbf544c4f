import { afterAll } from 'vitest'
import { endFile } from '../../adapters/storage/testing/after-file.ts'
import { endLeftServers } from './server-process.ts'

// A file that fails while it is read runs no `afterAll`: what it left ends before the next file begins.
await endFile()
await endLeftServers()
// The last one comes first: a server left by a failed test would run beside all tests that come after.
afterAll(endFile)
afterAll(endLeftServers)
