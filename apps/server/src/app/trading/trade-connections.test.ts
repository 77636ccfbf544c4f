import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { keyStore } from '../../adapters/storage/keys/key-store.ts'
import { makeTestDatabase, type TestDatabase } from '../../adapters/storage/testing/test-database.ts'
import { addUser } from '../../adapters/storage/testing/users.ts'
import { createSystemClock } from '../../adapters/system/system-clock.ts'
import { makeKeyFile } from '../../adapters/vault/testing/key-file.ts'
import { materialOf, startVault, worldOf } from '../../adapters/vault/testing/vault.ts'
import type { VaultProcess } from '../../adapters/vault/vault-process.ts'
import { type Simulator, startSimulator } from '../../simulator/index.ts'
import { addKey } from '../api-keys/add-key.ts'
import { checkKey } from '../api-keys/check-key.ts'
import type { KeyCaller, KeyParts } from '../api-keys/key-parts.ts'
import { NO_DEMO } from '../api-keys/testing/no-demo.ts'
import { TradeConnections } from './trade-connections.ts'

const MINUTE_MS = 60_000
let simulator: Simulator
let vault: VaultProcess
let storage: TestDatabase
let parts: KeyParts
let caller: KeyCaller
let connections: TradeConnections
/** Offset of the test's clock ahead of the machine's, ms. */
let aheadMs = 0
const keyFile = makeKeyFile()

beforeAll(async () => {
  simulator = await startSimulator({ seed: 17, symbols: 2, port: 0, limits: false })
  vault = startVault(keyFile.path, simulator.origin).vault
  storage = await makeTestDatabase()
  const clock = createSystemClock()
  parts = {
    store: keyStore(() => storage.database),
    vault,
    clock: { now: () => clock.now() + aheadMs, after: clock.after },
    demo: NO_DEMO,
    newId: () => randomBytes(16).toString('base64url'),
    alarm: () => undefined,
  }
})
beforeEach(async () => {
  caller = { userId: await addUser(storage), address: null, requestId: null }
  connections = new TradeConnections(() => parts)
})
afterEach(() => {
  simulator.clearFaults()
  aheadMs = 0
})
afterAll(async () => {
  vault.stop()
  keyFile.remove()
  await simulator.stop()
})

/** Connects the test network's account of OKX; returns the connection's id. */
async function connected(): Promise<string> {
  const one = simulator.account('okx', 'tester')
  const result = await addKey(parts, caller, worldOf(one), materialOf(one))
  if (result.kind !== 'added') throw new Error(result.kind)
  return result.key.recordId
}
const refuse = () => simulator.script({ kind: 'key-refused', exchange: 'okx', why: 'expired' })

/** What a preview is told, and whether the exchange was asked for it. */
async function looked() {
  const before = simulator.counters.requests
  const { kind } = await connections.for(caller.userId, [{ exchange: 'okx', market: 'spot' }], true)
  return { kind, isAsked: simulator.counters.requests > before }
}
const REFUSED = { kind: 'not-connected', isAsked: true }
const HELD_BACK = { kind: 'not-connected', isAsked: false }
const USED = { kind: 'found', isAsked: true }

test('a refused key is put to its exchange once a minute, however often the amount is edited', async () => {
  await connected()
  refuse()
  // The last check found it good.
  expect([await looked(), await looked()]).toEqual([REFUSED, HELD_BACK])
  aheadMs = MINUTE_MS + 1_000
  // The check that is due finds it refused.
  expect([await looked(), await looked()]).toEqual([REFUSED, HELD_BACK])
  simulator.clearFaults()
  expect(await looked()).toEqual(HELD_BACK)
  aheadMs = 2 * MINUTE_MS + 2_000
  expect(await looked()).toEqual(USED)
})

test.each([
  ['found good', 0],
  ['found refused', MINUTE_MS],
] as const)('a key that the last check %s is used at once when its owner has had it checked', async (_, laterMs) => {
  const id = await connected()
  refuse()
  aheadMs = laterMs
  expect([await looked(), await looked()]).toEqual([REFUSED, HELD_BACK])
  simulator.clearFaults()
  await checkKey(parts, caller, id)
  expect(await looked()).toEqual(USED)
})

test('a key that replaces a refused one is used at once', async () => {
  await connected()
  refuse()
  expect([await looked(), await looked()]).toEqual([REFUSED, HELD_BACK])
  simulator.clearFaults()
  await connected()
  expect(await looked()).toEqual(USED)
})
