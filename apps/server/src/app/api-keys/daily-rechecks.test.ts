import { expect, test } from 'vitest'
import { loneLeaseStore } from '../operation/testing/lone-lease-store.ts'
import { StorageFailure } from '../ports/system/storage.ts'
import type { KeyStore } from '../ports/trading/key-store.ts'
import type { KeyVault } from '../ports/trading/key-vault.ts'
import { DailyRechecks } from './daily-rechecks.ts'

const DAY_MS = 86_400_000

test('[SEC-46] rounds go on every ten minutes, also after a round that met no database, until they are stopped', async () => {
  let now = 1_700_000_000_000
  const due: { time: number; run: () => void }[] = []
  const asked: number[] = []
  const logged: string[] = []
  const clock = {
    now: () => now,
    after: (ms: number, run: () => void) => {
      const one = { time: now + ms, run }
      due.push(one)
      return { cancel: () => due.splice(due.indexOf(one), 1) }
    },
  }
  const store: Partial<KeyStore> = {
    due: async (checkedBefore) => {
      asked.push(checkedBefore)
      if (asked.length === 1) throw new StorageFailure('unavailable', 'away')
      return []
    },
  }
  const rechecks = new DailyRechecks({
    store: store as KeyStore,
    vault: {} as KeyVault,
    clock,
    leases: loneLeaseStore(),
    holder: 'this',
    alarm: () => undefined,
    log: (_, event) => logged.push(event),
  })
  rechecks.start()
  for (const afterMs of [60_000, 600_000, 600_000]) {
    const next = due.shift()
    expect(next?.time).toBe(now + afterMs)
    now += afterMs
    next?.run()
    await new Promise((resolve) => setImmediate(resolve))
    expect(asked.at(-1)).toBe(now - DAY_MS)
  }
  expect(logged).toEqual(['keys-not-rechecked'])
  rechecks.stop()
  expect(due).toEqual([])
})
