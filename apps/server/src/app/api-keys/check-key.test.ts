import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { keyStore } from '../../adapters/storage/keys/key-store.ts'
import { makeTestDatabase } from '../../adapters/storage/testing/test-database.ts'
import { addUser } from '../../adapters/storage/testing/users.ts'
import type { KeyVault, StoredKeyAnswer } from '../ports/trading/key-vault.ts'
import { checkKey, recheckKey } from './check-key.ts'
import { keyLine, nameOf } from './key-parts.ts'

const ADDED_AT = 1_700_000_000_000
const storage = await makeTestDatabase()
const store = keyStore(() => storage.database)

let now = ADDED_AT
let userId: string
let recordId: string
let alarms: string[]
/** Answers the questions under way, in the order in which they were asked. */
let answers: ((answer: StoredKeyAnswer) => void)[]

const parts = {
  store,
  clock: { now: () => now, after: () => ({ cancel: () => undefined }) },
  alarm: (event: string) => alarms.push(event),
  vault: {
    askStored: () => new Promise<StoredKeyAnswer>((resolve) => answers.push(resolve)),
  } as unknown as KeyVault,
}
const answerWith = (withdraw: boolean): StoredKeyAnswer => ({
  kind: 'read',
  permissions: { read: true, spotTrade: true, futuresTrade: true, withdraw, transfer: false },
  balances: { kind: 'read', value: { trading: [], futures: null } },
  fees: { kind: 'refused', why: 'permission' },
})
const check = () => checkKey(parts, { userId, address: null, requestId: null }, recordId)
/** Starts a check, and waits until it has asked the exchange. */
async function started(how: () => ReturnType<typeof check> = check) {
  const asked = answers.length
  now += 1_000
  const done = how()
  await expect.poll(() => answers.length).toBe(asked + 1)
  return { done, answer: answers[asked] ?? expect.fail('not asked') }
}
const stored = async () => (await store.find(userId, recordId))?.key.findings
const actions = async () =>
  (await storage.query(`select action from audit_log where detail->>'owner' = $1 order by seq`, [userId])).map(
    ({ action }) => action,
  )

beforeEach(async () => {
  now = ADDED_AT
  answers = []
  alarms = []
  userId = await addUser(storage)
  recordId = randomBytes(16).toString('base64url')
  const place = { recordId, userId, exchange: 'okx', isTestnet: false, isDemo: false } as const
  const findings = {
    status: 'connected',
    trouble: null,
    permissions: { read: true, spotTrade: true, futuresTrade: true, withdraw: false, transfer: false },
    balance: null,
    fees: null,
    checkedAt: now,
  } as const
  const bytes = randomBytes(8)
  await store.put(
    {
      key: { ...place, name: nameOf(place), maskedKey: '••••••••', findings, difference: null },
      sealed: {
        sealedKey: bytes,
        sealedSecret: bytes,
        sealedPassphrase: null,
        sealedDataKey: bytes,
        keyId: 'k1',
        formatVersion: 1,
      },
    },
    keyLine('key-added', place, { time: now, actor: { kind: 'system' }, address: null, requestId: null }),
  )
})

test('a check that asked before another one does not undo what that one found', async () => {
  const [first, second] = [await started(), await started()]
  second.answer(answerWith(true))
  expect(await second.done).toMatchObject({ kind: 'checked', key: { findings: { status: 'disabled' } } })
  now += 60_000
  first.answer(answerWith(false))
  expect(await first.done).toMatchObject({ kind: 'checked', key: { findings: { status: 'disabled' } } })
  expect(await stored()).toMatchObject({ status: 'disabled', permissions: { withdraw: true } })
  expect(await actions()).toEqual(['key-added', 'key-disabled'])
  expect(alarms).toEqual(['withdraw-permission-found'])
})

test('nor does it disable a key whose withdrawals were switched off meanwhile', async () => {
  const [first, second] = [await started(), await started()]
  second.answer(answerWith(false))
  await second.done
  first.answer(answerWith(true))
  expect(await first.done).toMatchObject({ kind: 'checked', key: { findings: { status: 'connected' } } })
  expect(await stored()).toMatchObject({ status: 'connected' })
  expect(alarms).toEqual([])
})

test('the check that asked later is stored also where the earlier one ended first, with its own lines', async () => {
  const [first, second] = [await started(), await started()]
  first.answer(answerWith(false))
  await first.done
  second.answer(answerWith(true))
  expect(await second.done).toMatchObject({ kind: 'checked', key: { findings: { status: 'disabled' } } })
  const background = async () => recheckKey(parts, (await store.find(userId, recordId)) ?? expect.fail('gone'))
  const [third, fourth] = [await started(background), await started(background)]
  third.answer(answerWith(false))
  await third.done
  fourth.answer(answerWith(true))
  await fourth.done
  expect(await stored()).toMatchObject({ status: 'disabled', checkedAt: now })
  expect(await actions()).toEqual(['key-added', 'key-checked', 'key-disabled', 'key-connected', 'key-disabled'])
  expect(alarms).toEqual(['withdraw-permission-found', 'withdraw-permission-found'])
})

test('a key that was deleted during the question is not found', async () => {
  const { done, answer } = await started()
  await storage.query('delete from exchange_keys where id = $1', [recordId])
  answer(answerWith(false))
  expect(await done).toEqual({ kind: 'not-found' })
})
