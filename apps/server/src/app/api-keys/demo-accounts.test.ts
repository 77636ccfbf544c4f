import { expect, test } from 'vitest'
import type { DemoKeyUse } from '../ports/trading/key-store.ts'
import { accountFor } from './demo-accounts.ts'
import { masked } from './key-parts.ts'

const ACCOUNTS = Array.from({ length: 24 }, (_, at) => ({
  apiKey: `k-${at + 10}-of-the-demo-market`,
  secret: 's',
  passphrase: null,
}))

/** Connects a demo account for each of these people, one after the other; returns their keys. */
function connect(people: readonly string[], uses: DemoKeyUse[] = []): readonly string[] {
  return people.map((userId) => {
    const { apiKey } = accountFor(userId, ACCOUNTS, uses) ?? expect.fail('no account')
    uses.push({ userId, maskedKey: masked(apiKey) })
    return apiKey
  })
}

test('each person gets an account of their own as long as there are enough, and the same one again', () => {
  const uses: DemoKeyUse[] = []
  const people = ACCOUNTS.map((_, at) => `person-${at * 7}`)
  const keys = connect(people, uses)
  expect(new Set(keys).size).toBe(24)
  expect(connect(people, uses)).toEqual(keys)
})

test('beyond that accounts are shared evenly; keys of an earlier demo market count for nothing', () => {
  const uses = [{ userId: 'person-x', maskedKey: 'of another seed' }]
  connect(
    Array.from({ length: 48 }, (_, at) => `person-${at}`),
    uses,
  )
  for (const { apiKey } of ACCOUNTS)
    expect(uses.filter(({ maskedKey }) => maskedKey === masked(apiKey))).toHaveLength(2)
})

test('without accounts nobody gets one', () => {
  expect(accountFor('person-1', [], [])).toBeNull()
})
