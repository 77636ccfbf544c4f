import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { keyStore } from '../../adapters/storage/keys/key-store.ts'
import { makeTestDatabase, type TestDatabase } from '../../adapters/storage/testing/test-database.ts'
import { addUser } from '../../adapters/storage/testing/users.ts'
import { createSystemClock } from '../../adapters/system/system-clock.ts'
import { makeKeyFile } from '../../adapters/vault/testing/key-file.ts'
import { materialOf, startVault, worldOf } from '../../adapters/vault/testing/vault.ts'
import type { VaultProcess } from '../../adapters/vault/vault-process.ts'
import { EXCHANGE_NAMES, type ExchangeName, type Simulator, startSimulator } from '../../simulator/index.ts'
import { addKey } from '../api-keys/add-key.ts'
import { checkKey } from '../api-keys/check-key.ts'
import type { KeyCaller, KeyParts } from '../api-keys/key-parts.ts'
import { NO_DEMO } from '../api-keys/testing/no-demo.ts'
import { readWallet, type WalletReading } from './read-wallet.ts'

const MINUTE_MS = 60_000
let simulator: Simulator
let vault: VaultProcess
let storage: TestDatabase
let parts: KeyParts
let caller: KeyCaller
/** Offset of the test's clock ahead of the machine's, ms. */
let aheadMs = 0
const keyFile = makeKeyFile()

beforeAll(async () => {
  simulator = await startSimulator({ seed: 12, symbols: 2, port: 0, limits: false })
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

async function added(exchange: ExchangeName): Promise<string> {
  const one = simulator.account(exchange, 'trader')
  const result = await addKey(parts, caller, worldOf(one), materialOf(one))
  if (result.kind !== 'added') throw new Error(`${exchange}: ${result.kind}`)
  return result.key.recordId
}
async function read(id: string): Promise<WalletReading | null> {
  const found = await parts.store.find(caller.userId, id)
  return found === null ? null : readWallet(parts, found)
}
const kindOf = async (id: string) => (await read(id))?.balances.kind
const stateOf = async (id: string) => (await parts.store.find(caller.userId, id))?.key.findings.status
/** Number of requests to the exchange during `act`. */
async function questions(act: () => Promise<unknown>): Promise<number> {
  const before = simulator.counters.requests
  await act()
  return simulator.counters.requests - before
}

test('a key that was looked at minutes ago is asked for its balances alone, later for all that it may do', async () => {
  for (const exchange of EXCHANGE_NAMES) {
    const id = await added(exchange)
    const few = await questions(() => read(id))
    aheadMs = 11 * MINUTE_MS
    // Permissions and fees are asked for, too.
    expect(await questions(() => read(id))).toBeGreaterThan(few + 1)
    expect(await questions(() => read(id))).toBe(few)
    // The clock is set back, so that the age of the last check is unknown.
    aheadMs = 0
    expect(await questions(() => read(id))).toBeGreaterThan(few + 1)
  }
})

test.each(EXCHANGE_NAMES)(
  '[SEC-46] withdrawals turned on at %s are noticed before use: the key is disabled and asked nothing more',
  async (exchange) => {
    const id = await added(exchange)
    simulator.script({ kind: 'permissions', exchange, rights: 'withdraw' })
    aheadMs = 11 * MINUTE_MS
    expect(await kindOf(id)).toBe('withdraw-enabled')
    expect(await stateOf(id)).toBe('disabled')
    simulator.clearFaults()
    aheadMs = 30 * MINUTE_MS
    expect(await questions(() => read(id))).toBe(0)
    expect(await kindOf(id)).toBe('withdraw-enabled')
    const [line] = await storage.query(
      `select action, actor_kind from audit_log where detail->>'owner' = $1 order by seq desc limit 1`,
      [caller.userId],
    )
    expect(line).toEqual({ action: 'key-disabled', actor_kind: 'system' })
    // The owner removes the permission and asks for a new check.
    await checkKey(parts, caller, id)
    expect(await kindOf(id)).toBe('read')
  },
)

test('a key that is refused is put to its exchange once a minute, and is good again without anybody asking', async () => {
  const id = await added('okx')
  simulator.script({ kind: 'key-refused', exchange: 'okx', why: 'expired' })
  // A refusal within the first minute does not change the status.
  expect((await read(id))?.balances).toEqual({ kind: 'refused', why: 'expired' })
  expect(await stateOf(id)).toBe('connected')
  aheadMs = MINUTE_MS
  expect((await read(id))?.balances).toEqual({ kind: 'refused', why: 'expired' })
  expect(await stateOf(id)).toBe('error')
  expect(await questions(() => read(id))).toBe(0)
  simulator.clearFaults()
  expect((await read(id))?.balances).toEqual({ kind: 'refused', why: 'expired' })
  aheadMs = 2 * MINUTE_MS
  expect(await kindOf(id)).toBe('read')
  expect(await stateOf(id)).toBe('connected')
})

test('an exchange that does not answer changes nothing of a key', async () => {
  const id = await added('bybit')
  simulator.script({ kind: 'maintenance', exchange: 'bybit', ms: MINUTE_MS })
  for (aheadMs of [0, 11 * MINUTE_MS])
    expect((await read(id))?.balances).toEqual({ kind: 'unreachable', why: 'maintenance' })
  expect(await stateOf(id)).toBe('connected')
})

test('[SEC-40] a record that does not open says so', async () => {
  const id = await added('kraken')
  await storage.query(`update exchange_keys set sealed_key = '\\x00' where id = $1`, [id])
  expect(await kindOf(id)).toBe('unopened')
  aheadMs = 2 * MINUTE_MS
  expect(await kindOf(id)).toBe('unopened')
  expect(await stateOf(id)).toBe('error')
})
