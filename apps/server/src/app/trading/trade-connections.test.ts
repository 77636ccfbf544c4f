import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addUser } from '../../adapters/storage/testing/users.ts'
import { checkKey } from '../api-keys/check-key.ts'
import type { KeyCaller } from '../api-keys/key-parts.ts'
import { type KeyFixture, startKeyFixture } from '../api-keys/testing/key-fixture.ts'
import { TradeConnections } from './trade-connections.ts'

const MINUTE_MS = 60_000
let fixture: KeyFixture
let caller: KeyCaller
let connections: TradeConnections

beforeAll(async () => {
  fixture = await startKeyFixture(17)
})
beforeEach(async () => {
  caller = { userId: await addUser(fixture.storage), address: null, requestId: null }
  connections = new TradeConnections(() => fixture.parts)
})
afterEach(() => fixture.reset())
afterAll(() => fixture.stop())

/** Connects the test network's account of OKX; returns the connection's id. */
const connected = () => fixture.added(caller, 'okx', 'tester')
const refuse = () => fixture.simulator.script({ kind: 'key-refused', exchange: 'okx', why: 'expired' })

/** What a preview is told, and whether the exchange was asked for it. */
async function looked() {
  const before = fixture.simulator.counters.requests
  const { kind } = await connections.for(caller.userId, [{ exchange: 'okx', market: 'spot' }], true)
  return { kind, isAsked: fixture.simulator.counters.requests > before }
}
const REFUSED = { kind: 'not-connected', isAsked: true }
const HELD_BACK = { kind: 'not-connected', isAsked: false }
const USED = { kind: 'found', isAsked: true }

test('a refused key is put to its exchange once a minute, however often the amount is edited', async () => {
  await connected()
  refuse()
  // The last check found it good.
  expect([await looked(), await looked()]).toEqual([REFUSED, HELD_BACK])
  fixture.clock.aheadMs = MINUTE_MS + 1_000
  // The check that is due finds it refused.
  expect([await looked(), await looked()]).toEqual([REFUSED, HELD_BACK])
  fixture.simulator.clearFaults()
  expect(await looked()).toEqual(HELD_BACK)
  fixture.clock.aheadMs = 2 * MINUTE_MS + 2_000
  expect(await looked()).toEqual(USED)
})

test.each([
  ['found good', 0],
  ['found refused', MINUTE_MS],
] as const)('a key that the last check %s is used at once when its owner has had it checked', async (_, laterMs) => {
  const id = await connected()
  refuse()
  fixture.clock.aheadMs = laterMs
  expect([await looked(), await looked()]).toEqual([REFUSED, HELD_BACK])
  fixture.simulator.clearFaults()
  await checkKey(fixture.parts, caller, id)
  expect(await looked()).toEqual(USED)
})

test('[F20] an exchange that has banned us is not asked again, and when it may be is told', async () => {
  await connected()
  fixture.simulator.script({ kind: '429', exchange: 'okx', retryAfterS: 600 })
  expect([await looked(), await looked()]).toEqual([
    { kind: 'banned', isAsked: true },
    { kind: 'banned', isAsked: false },
  ])
  const found = await connections.for(caller.userId, [{ exchange: 'okx', market: 'spot' }], false)
  expect(found.kind === 'banned' && found.until - Date.now()).toBeGreaterThan(500_000)
})

test('a key that replaces a refused one is used at once', async () => {
  await connected()
  refuse()
  expect([await looked(), await looked()]).toEqual([REFUSED, HELD_BACK])
  fixture.simulator.clearFaults()
  await connected()
  expect(await looked()).toEqual(USED)
})
