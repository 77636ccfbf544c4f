import { type AddressInfo, createServer } from 'node:net'
import { EXCHANGES, type ExchangeId } from '@makas/domain'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyAuditLog } from '../../adapters/storage/audit/audit-log.ts'
import { leaseStore } from '../../adapters/storage/leases/lease-store.ts'
import { addUser } from '../../adapters/storage/testing/users.ts'
import { materialOf, startVault, worldOf } from '../../adapters/vault/testing/vault.ts'
import { addKey } from './add-key.ts'
import { checkKey } from './check-key.ts'
import { DailyRechecks } from './daily-rechecks.ts'
import { deleteKey } from './delete-key.ts'
import type { KeyCaller, KeyParts } from './key-parts.ts'
import { type KeyFixture, startKeyFixture } from './testing/key-fixture.ts'
import { tryKey } from './try-key.ts'

const DAY_MS = 86_400_000

let fixture: KeyFixture
let caller: KeyCaller
const alarms: string[] = []

beforeAll(async () => {
  fixture = await startKeyFixture(11, (event, { key }) => alarms.push(`${event} ${key}`))
})
beforeEach(async () => {
  caller = { userId: await addUser(fixture.storage), address: '203.0.113.7', requestId: 'request-1' }
})
afterEach(() => fixture.reset())
afterAll(() => fixture.stop())

const account = (exchange: ExchangeId, name: string) => fixture.simulator.account(exchange, name)
const add = (exchange: ExchangeId, name: string, by = caller) => fixture.add(by, exchange, name)
const added = (exchange: ExchangeId, name = 'trader', by = caller) => fixture.added(by, exchange, name)
const rechecksOf = (holder: string, more: Partial<KeyParts> = {}) =>
  new DailyRechecks({
    ...fixture.parts,
    ...more,
    leases: leaseStore(() => fixture.storage.database),
    holder,
    log: () => undefined,
  })
const actions = async () =>
  (await fixture.storage.query('select action, actor_kind, detail from audit_log where detail->>$1 = $2 order by seq', [
    'owner',
    caller.userId,
  ])) as { action: string; actor_kind: string; detail: Record<string, unknown> }[]

test.each(EXCHANGES)('[SEC-43] a good key is stored, masked, with what it may do: %s', async (exchange) => {
  const id = await added(exchange)
  const [key, ...more] = await fixture.parts.store.list(caller.userId)
  expect(more).toEqual([])
  const { apiKey, fees } = account(exchange, 'trader')
  expect(key).toMatchObject({
    recordId: id,
    exchange,
    isTestnet: false,
    isDemo: false,
    maskedKey: `${apiKey.slice(0, 4)}••••••••${apiKey.slice(-4)}`,
    findings: {
      status: 'connected',
      trouble: null,
      permissions: {
        read: true,
        spotTrade: true,
        futuresTrade: exchange !== 'kraken',
        withdraw: false,
        transfer: false,
      },
      fees: { spot: `0.${String(fees.spot.taker).padStart(6, '0')}`.replace(/0+$/, '') },
    },
  })
  expect(Object.keys(key?.findings.balance ?? {})).toContain('BTC')
  expect((await actions()).map(({ action }) => action)).toEqual(['key-added'])
})

// Keys that can move money out, or may be able to.
const DANGEROUS: readonly (readonly [ExchangeId, string])[] = [
  ...EXCHANGES.map((exchange) => [exchange, 'withdrawer'] as const),
  ...EXCHANGES.map((exchange) => [exchange, 'unclear'] as const),
  ['binance', 'transferrer'],
  ['kraken', 'transferrer'],
]
test.each(DANGEROUS)(
  '[SEC-45] [SEC-67] %s %s: refused, nothing is stored, and it is on record',
  async (exchange, name) => {
    expect(await add(exchange, name)).toEqual({ kind: 'withdraw-enabled' })
    expect(await fixture.parts.store.list(caller.userId)).toEqual([])
    const detail = { exchange, testnet: false, owner: caller.userId, reason: 'withdraw-enabled' }
    expect(await actions()).toEqual([{ action: 'key-not-added', actor_kind: 'user', detail }])
  },
)

test('[SEC-67] a key that its exchange refuses or that cannot be asked about is on record with the reason', async () => {
  const reasons = async () => (await actions()).map(({ detail: { reason, why } }) => [reason, why])
  await add('okx', 'expired')
  fixture.simulator.script({ kind: 'maintenance', exchange: 'bybit', ms: 60_000 })
  await add('bybit', 'trader')
  await fixture.storage.query('update users set is_password_weak = true where id = $1', [caller.userId])
  await add('kraken', 'trader')
  expect(await reasons()).toEqual([
    ['refused', 'expired'],
    ['unreachable', 'maintenance'],
    ['password-weak', undefined],
  ])
  const lines = await fixture.storage.query(
    `select subject_id, actor_id, address, request_id from audit_log where detail->>'owner' = $1`,
    [caller.userId],
  )
  const line = { subject_id: null, actor_id: caller.userId, address: '203.0.113.7', request_id: 'request-1' }
  expect(lines).toEqual([line, line, line])
})

test('[SEC-67] a key that was only tried is on record too, with what came of it and nothing of the key', async () => {
  const tried = (one: ReturnType<typeof account>) => tryKey(fixture.parts, caller, worldOf(one), materialOf(one))
  for (const name of ['trader', 'withdrawer', 'expired']) await tried(account('okx', name))
  const told = { exchange: 'okx', testnet: false, owner: caller.userId }
  expect(await actions()).toEqual(
    [{ outcome: 'good' }, { outcome: 'withdraw-enabled' }, { outcome: 'refused', why: 'expired' }].map((more) => ({
      action: 'key-tried',
      actor_kind: 'user',
      detail: { ...told, ...more },
    })),
  )
  expect(await fixture.parts.store.list(caller.userId)).toEqual([])
})

test.each(EXCHANGES)(
  '[SEC-45] whatever shape the permissions of %s have, only a clear no is a no',
  async (exchange) => {
    const one = account(exchange, 'trader')
    const outcome = async () => (await tryKey(fixture.parts, caller, worldOf(one), materialOf(one))).kind
    for (const [fault, wanted] of [
      [{ kind: 'permissions', exchange, shape: 'missing' }, 'withdraw-enabled'],
      [{ kind: 'permissions', exchange, shape: 'mistyped' }, 'withdraw-enabled'],
      [{ kind: 'permissions', exchange, shape: 'added' }, 'good'],
      [{ kind: 'permissions', exchange, rights: 'read-only' }, 'good'],
      [{ kind: 'server-error', exchange }, 'unreachable'],
      [{ kind: 'maintenance', exchange, ms: 60_000 }, 'unreachable'],
      [{ kind: 'key-refused', exchange, why: 'signature' }, 'refused'],
      [{ kind: 'key-refused', exchange, why: 'lockout' }, 'refused'],
    ] as const) {
      const end = fixture.simulator.script(fault)
      expect([fault, await outcome()]).toEqual([fault, wanted])
      end()
    }
    expect(await fixture.parts.store.list(caller.userId)).toEqual([])
  },
)

test('[SEC-45] an exchange that does not answer in time says nothing of a key, and nothing is stored', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const started = startVault(fixture.keyFile.path, `http://127.0.0.1:${port}`)
  const asked = EXCHANGES.map((exchange) => {
    const one = account(exchange, 'trader')
    return addKey({ ...fixture.parts, vault: started.vault }, caller, worldOf(one), materialOf(one))
  })
  for (const answer of await Promise.all(asked)) expect(answer).toEqual({ kind: 'unreachable', why: 'timeout' })
  expect(await fixture.parts.store.list(caller.userId)).toEqual([])
  started.vault.stop()
  silent.close()
})

test('a key of a test network is stored, though nobody can ask whether it may withdraw', async () => {
  for (const exchange of ['binance', 'okx', 'bybit'] as const) await added(exchange, 'tester')
  const keys = await fixture.parts.store.list(caller.userId)
  expect(keys.map(({ name, isTestnet }) => [name, isTestnet])).toEqual([
    ['Binance Testnet', true],
    ['OKX Testnet', true],
    ['Bybit Testnet', true],
  ])
  expect(keys[0]?.findings.permissions).toMatchObject({ spotTrade: true, withdraw: null })
})

test('a wrong secret, a weak password, a closed account: nothing is stored', async () => {
  const [trader, reader] = [account('okx', 'trader'), account('okx', 'reader')]
  const wrong = { ...materialOf(trader), secret: reader.secret }
  expect(await addKey(fixture.parts, caller, worldOf(trader), wrong)).toEqual({ kind: 'refused', why: 'signature' })
  const weak = { ...caller, userId: await addUser(fixture.storage, { isPasswordWeak: true }) }
  expect(await add('okx', 'trader', weak)).toEqual({ kind: 'password-weak' })
  expect((await add('okx', 'tester', weak)).kind).toBe('added')
  await fixture.storage.query('update users set is_active = false where id = $1', [caller.userId])
  expect(await add('okx', 'trader')).toEqual({ kind: 'no-owner' })
  expect(await fixture.parts.store.list(caller.userId)).toEqual([])
})

test('[SEC-49] the same exchange again replaces, at once too, and nothing of the old key stays', async () => {
  const first = await added('bybit')
  const results = await Promise.all(['reader', 'trader', 'novel'].map((name) => add('bybit', name)))
  expect(results.map(({ kind }) => kind)).toEqual(['added', 'added', 'added'])
  const keys = await fixture.parts.store.list(caller.userId)
  expect(keys.length).toBe(1)
  expect(keys[0]?.recordId).not.toBe(first)
  expect(await fixture.parts.store.find(caller.userId, first)).toBeNull()
  const [{ n } = { n: 0 }] = await fixture.storage.query('select count(*)::int as n from deleted_keys where id = $1', [
    first,
  ])
  expect(n).toBe(1)
  expect((await actions()).filter(({ detail }) => detail.replaced !== undefined).length).toBe(3)
})

test('[SEC-34] a key of somebody else is not there, whatever is asked of it', async () => {
  const id = await added('okx')
  const stranger = { ...caller, userId: await addUser(fixture.storage) }
  expect(await checkKey(fixture.parts, stranger, id)).toEqual({ kind: 'not-found' })
  expect(await deleteKey(fixture.parts, stranger, id)).toBe('unknown')
  expect(await fixture.parts.store.list(stranger.userId)).toEqual([])
  expect((await checkKey(fixture.parts, caller, id)).kind).toBe('checked')
  expect(await checkKey(fixture.parts, caller, 'no-such-key')).toEqual({ kind: 'not-found' })
})

test('[SEC-48] a deleted key is deleted: only which exchange it was, and when', async () => {
  const id = await added('kraken')
  expect(await deleteKey(fixture.parts, caller, id)).toBe('removed')
  expect(await deleteKey(fixture.parts, caller, id)).toBe('unknown')
  expect(await fixture.storage.query('select * from exchange_keys where user_id = $1', [caller.userId])).toEqual([])
  const [tombstone] = await fixture.storage.query('select * from deleted_keys where id = $1', [id])
  expect(tombstone).toEqual({ id, exchange: 'kraken', deleted_at: expect.any(Date) })
  expect((await actions()).map(({ action }) => action)).toEqual(['key-added', 'key-deleted'])
})

test('[SEC-46] a key whose withdrawals were turned on is disabled by the daily look at it, and works again after', async () => {
  const id = await added('binance')
  const rechecks = rechecksOf('this')
  const found = async () => (await fixture.parts.store.find(caller.userId, id))?.key.findings
  expect(await rechecks.round()).toBe(0)
  fixture.clock.aheadMs = DAY_MS + 60_000
  fixture.simulator.script({ kind: 'permissions', exchange: 'binance', rights: 'withdraw' })
  await rechecks.round()
  expect(await found()).toMatchObject({
    status: 'disabled',
    trouble: 'withdraw-enabled',
    permissions: { withdraw: true },
  })
  const alarm = `withdraw-permission-found ${id}`
  expect(alarms.filter((one) => one.includes(id))).toEqual([alarm])
  fixture.clock.aheadMs += DAY_MS
  await rechecks.round()
  expect(alarms.filter((one) => one.includes(id))).toEqual([alarm])
  fixture.simulator.clearFaults()
  expect(await checkKey(fixture.parts, caller, id)).toMatchObject({
    kind: 'checked',
    key: { findings: { status: 'connected' } },
  })
  expect((await actions()).map(({ action, actor_kind }) => `${actor_kind} ${action}`)).toEqual([
    'user key-added',
    'system key-disabled',
    'user key-connected',
  ])
})

test('[SEC-46] a key that was looked at by a clock which was a year ahead is looked at again at once', async () => {
  fixture.clock.aheadMs = 365 * DAY_MS
  const id = await added('okx')
  fixture.clock.aheadMs = 0
  const rechecks = rechecksOf('this')
  expect(await rechecks.round()).toBeGreaterThan(0)
  expect((await fixture.parts.store.find(caller.userId, id))?.key.findings.checkedAt).toBeLessThanOrEqual(
    fixture.parts.clock.now(),
  )
  expect(await rechecks.round()).toBe(0)
})

test('of two processes one asks the exchanges, and what another process has taken over it no longer writes', async () => {
  const id = await added('bybit')
  fixture.clock.aheadMs = 10 * DAY_MS
  await rechecksOf('tidies up').round()
  fixture.clock.aheadMs += DAY_MS + 60_000
  const found = async () => (await fixture.parts.store.find(caller.userId, id))?.key.findings.checkedAt
  const before = await found()
  let asked = 0
  let meanwhile = async (): Promise<unknown> => undefined
  const counting: KeyParts['vault'] = {
    isWorking: true,
    ask: (...of) => fixture.parts.vault.ask(...of),
    seal: (...of) => fixture.parts.vault.seal(...of),
    askStored: async (...of) => {
      asked++
      const answer = await fixture.parts.vault.askStored(...of)
      await meanwhile()
      return answer
    },
    balances: (...of) => fixture.parts.vault.balances(...of),
    holdings: (...of) => fixture.parts.vault.holdings(...of),
    prepareOrder: (...of) => fixture.parts.vault.prepareOrder(...of),
  }
  const [first, second] = [rechecksOf('first', { vault: counting }), rechecksOf('second', { vault: counting })]
  // The process is suspended during the question until another one takes over: its answer is outdated by then.
  meanwhile = async () => {
    meanwhile = async () => undefined
    await fixture.storage.query("update leases set until = now() - interval '1 second' where name = 'key-rechecks'")
    expect(await leaseStore(() => fixture.storage.database).lease('key-rechecks', 'third', 5)).toMatchObject({
      holder: 'third',
    })
  }
  await first.round()
  expect(await found()).toBe(before)
  await expect.poll(() => second.round().then((checked) => checked > 0)).toBe(true)
  expect(await found()).toBeGreaterThan(before ?? 0)

  fixture.clock.aheadMs += DAY_MS + 60_000
  asked = 0
  const rounds = await Promise.all([first.round(), second.round()])
  expect(Math.min(...rounds)).toBe(0)
  expect(asked).toBe(Math.max(...rounds))
  expect(asked).toBeGreaterThan(0)
})

test('an exchange that cannot be asked changes nothing of a key; the next round asks again', async () => {
  const id = await added('okx')
  const rechecks = rechecksOf('this')
  const found = async () => (await fixture.parts.store.find(caller.userId, id))?.key.findings
  const before = await found()
  fixture.clock.aheadMs = DAY_MS + 60_000
  const end = fixture.simulator.script({ kind: 'maintenance', exchange: 'okx', ms: 60_000 })
  await rechecks.round()
  expect(await found()).toEqual(before)
  expect(await checkKey(fixture.parts, caller, id)).toEqual({ kind: 'unreachable', why: 'maintenance' })
  end()
  await rechecks.round()
  expect((await found())?.checkedAt).toBeGreaterThan((before?.checkedAt ?? 0) + DAY_MS)
})

test('a refused key says why, and is no longer connected', async () => {
  const id = await added('bybit')
  fixture.simulator.script({ kind: 'key-refused', exchange: 'bybit', why: 'expired' })
  const checked = await checkKey(fixture.parts, caller, id)
  expect(checked).toMatchObject({ key: { findings: { status: 'error', trouble: 'expired', balance: null } } })
  expect(await fixture.parts.store.list(caller.userId)).toMatchObject([
    { findings: { status: 'error', trouble: 'expired' } },
  ])
})

test('[SEC-40] ciphertexts that were swapped by SQL do not open: the key is unusable, and that is on record', async () => {
  const mine = await added('okx')
  const other = { ...caller, userId: await addUser(fixture.storage) }
  const theirs = await added('okx', 'reader', other)
  await fixture.storage.query(
    `update exchange_keys set (sealed_key, sealed_secret, sealed_passphrase, sealed_data_key) =
      (select sealed_key, sealed_secret, sealed_passphrase, sealed_data_key from exchange_keys where id = $1) where id = $2`,
    [theirs, mine],
  )
  const checked = await checkKey(fixture.parts, caller, mine)
  expect(checked).toMatchObject({ kind: 'checked', key: { findings: { status: 'error', trouble: 'unopened' } } })
  expect((await actions()).at(-1)).toMatchObject({ action: 'key-failed', detail: { trouble: 'unopened' } })
  expect((await checkKey(fixture.parts, other, theirs)).kind).toBe('checked')
})

test('[SEC-67] what was done with keys is one unbroken chain, and the vault had nothing to complain of', async () => {
  expect(await fixture.storage.database.run(verifyAuditLog)).toMatchObject({ kind: 'intact' })
  expect(fixture.lines).toEqual([])
})
