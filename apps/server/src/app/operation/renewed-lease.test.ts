import { expect, test } from 'vitest'
import { ShiftedClock } from '../../http/testing/shifted-clock.ts'
import type { LeaseStore } from '../ports/system/lease-store.ts'
import { StorageFailure } from '../ports/system/storage.ts'
import { RenewedLease } from './renewed-lease.ts'
import { loneLeaseStore } from './testing/lone-lease-store.ts'

const FOR_MS = 60_000

/** A lease of a minute whose renewals get these answers, the last one repeated. */
function leaseWith(...answers: (boolean | Error)[]) {
  const logged: string[] = []
  const clock = new ShiftedClock()
  let asked = 0
  const leases: LeaseStore = {
    ...loneLeaseStore(),
    renew: async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)]
      if (answer instanceof Error) throw answer
      return answer ?? true
    },
  }
  const lease = { name: 'one', holder: 'this', epoch: 1 }
  const log = (level: string, event: string) => logged.push(`${level} ${event}`)
  const kept = new RenewedLease({ leases, lease, forMs: FOR_MS, askedAt: clock.now(), clock, log })
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { kept, pass, asked: () => asked, logged }
}

test('a lease is renewed three times in its time, until it is ended', async () => {
  const { kept, pass, asked } = leaseWith(true)
  await pass(181)
  expect([asked(), kept.isLost]).toEqual([9, false])
  kept.end()
  await pass(40)
  expect(asked()).toBe(9)
})

test('it is lost at once where somebody else has it, and asked for no more', async () => {
  const { kept, pass, asked } = leaseWith(true, false)
  await pass(39)
  expect(kept.isLost).toBe(false)
  await pass(60)
  expect([asked(), kept.isLost]).toEqual([2, true])
  kept.end()
})

test('without a database it is lost when its time is over, and ours again where nobody came meanwhile', async () => {
  const away = new StorageFailure('unavailable', 'away')
  const { kept, pass } = leaseWith(true, away, away, away, true)
  await pass(79)
  expect(kept.isLost).toBe(false)
  await pass(2)
  expect(kept.isLost).toBe(true)
  await pass(20)
  expect(kept.isLost).toBe(false)
  kept.end()
})

test('a renewal that fails for a reason of our own is logged, and tried again like any other', async () => {
  const { kept, pass, asked, logged } = leaseWith(new Error('a defect'), true)
  await pass(21)
  expect([asked(), logged]).toEqual([1, ['error lease-not-renewed']])
  await pass(20)
  expect([asked(), kept.isLost]).toEqual([2, false])
  kept.end()
})
