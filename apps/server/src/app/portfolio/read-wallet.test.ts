import { EXCHANGES, type ExchangeId } from '@makas/domain'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addUser } from '../../adapters/storage/testing/users.ts'
import { checkKey } from '../api-keys/check-key.ts'
import type { KeyCaller } from '../api-keys/key-parts.ts'
import { type KeyFixture, startKeyFixture } from '../api-keys/testing/key-fixture.ts'
import { readWallet, type WalletReading } from './read-wallet.ts'

const MINUTE_MS = 60_000
let fixture: KeyFixture
let caller: KeyCaller

beforeAll(async () => {
  fixture = await startKeyFixture(12)
})
beforeEach(async () => {
  caller = { userId: await addUser(fixture.storage), address: null, requestId: null }
})
afterEach(() => fixture.reset())
afterAll(() => fixture.stop())

const added = (exchange: ExchangeId) => fixture.added(caller, exchange)
async function read(id: string): Promise<WalletReading | null> {
  const found = await fixture.parts.store.find(caller.userId, id)
  return found === null ? null : readWallet(fixture.parts, found)
}
const kindOf = async (id: string) => (await read(id))?.balances.kind
const stateOf = async (id: string) => (await fixture.parts.store.find(caller.userId, id))?.key.findings.status
/** Number of requests to the exchange during `act`. */
async function questions(act: () => Promise<unknown>): Promise<number> {
  const before = fixture.simulator.counters.requests
  await act()
  return fixture.simulator.counters.requests - before
}

test('a key that was looked at minutes ago is asked for its balances alone, later for all that it may do', async () => {
  for (const exchange of EXCHANGES) {
    const id = await added(exchange)
    const few = await questions(() => read(id))
    fixture.clock.aheadMs = 11 * MINUTE_MS
    // Permissions and fees are asked for, too.
    expect(await questions(() => read(id))).toBeGreaterThan(few + 1)
    expect(await questions(() => read(id))).toBe(few)
    // The clock is set back, so that the age of the last check is unknown.
    fixture.clock.aheadMs = 0
    expect(await questions(() => read(id))).toBeGreaterThan(few + 1)
  }
})

test.each(EXCHANGES)(
  '[SEC-46] withdrawals turned on at %s are noticed before use: the key is disabled and asked nothing more',
  async (exchange) => {
    const id = await added(exchange)
    fixture.simulator.script({ kind: 'permissions', exchange, rights: 'withdraw' })
    fixture.clock.aheadMs = 11 * MINUTE_MS
    expect(await kindOf(id)).toBe('withdraw-enabled')
    expect(await stateOf(id)).toBe('disabled')
    fixture.simulator.clearFaults()
    fixture.clock.aheadMs = 30 * MINUTE_MS
    expect(await questions(() => read(id))).toBe(0)
    expect(await kindOf(id)).toBe('withdraw-enabled')
    const [line] = await fixture.storage.query(
      `select action, actor_kind from audit_log where detail->>'owner' = $1 order by seq desc limit 1`,
      [caller.userId],
    )
    expect(line).toEqual({ action: 'key-disabled', actor_kind: 'system' })
    // The owner removes the permission and asks for a new check.
    await checkKey(fixture.parts, caller, id)
    expect(await kindOf(id)).toBe('read')
  },
)

test('a key that is refused is put to its exchange once a minute, and is good again without anybody asking', async () => {
  const id = await added('okx')
  fixture.simulator.script({ kind: 'key-refused', exchange: 'okx', why: 'expired' })
  // A refusal within the first minute does not change the status.
  expect((await read(id))?.balances).toEqual({ kind: 'refused', why: 'expired' })
  expect(await stateOf(id)).toBe('connected')
  fixture.clock.aheadMs = MINUTE_MS
  expect((await read(id))?.balances).toEqual({ kind: 'refused', why: 'expired' })
  expect(await stateOf(id)).toBe('error')
  expect(await questions(() => read(id))).toBe(0)
  fixture.simulator.clearFaults()
  expect((await read(id))?.balances).toEqual({ kind: 'refused', why: 'expired' })
  fixture.clock.aheadMs = 2 * MINUTE_MS
  expect(await kindOf(id)).toBe('read')
  expect(await stateOf(id)).toBe('connected')
})

test('an exchange that does not answer changes nothing of a key', async () => {
  const id = await added('bybit')
  fixture.simulator.script({ kind: 'maintenance', exchange: 'bybit', ms: MINUTE_MS })
  for (fixture.clock.aheadMs of [0, 11 * MINUTE_MS])
    expect((await read(id))?.balances).toEqual({ kind: 'unreachable', why: 'maintenance' })
  expect(await stateOf(id)).toBe('connected')
})

test('[SEC-40] a record that does not open says so', async () => {
  const id = await added('kraken')
  await fixture.storage.query(`update exchange_keys set sealed_key = '\\x00' where id = $1`, [id])
  expect(await kindOf(id)).toBe('unopened')
  fixture.clock.aheadMs = 2 * MINUTE_MS
  expect(await kindOf(id)).toBe('unopened')
  expect(await stateOf(id)).toBe('error')
})
