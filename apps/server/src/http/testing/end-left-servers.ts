import { afterAll } from 'vitest'
import { endFile } from '../../adapters/storage/testing/after-file.ts'
import { endLeftServers } from './server-process.ts'

// The last one comes first: a server left by a failed test would run beside all tests that come after.
afterAll(endFile)
afterAll(endLeftServers)
