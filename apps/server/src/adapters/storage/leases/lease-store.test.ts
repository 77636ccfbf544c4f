import { expect, test } from 'vitest'
import { isLongRun, seedFor } from '../../../../../../scripts/run-length.ts'
import type { Lease } from '../../../app/ports/system/lease-store.ts'
import { seededRandom } from '../../system/randomness.ts'
import { noteSetting, settingOf } from '../database/settings.ts'
import { makeTestDatabase } from '../testing/test-database.ts'
import { leaseStore } from './lease-store.ts'

const { database, query } = await makeTestDatabase()
const shared = leaseStore(() => database)
const MINUTE = 60_000
/** Lets a lease expire. */
const runOut = (name: string) => query(`update leases set until = now() - interval '1 ms' where name = $1`, [name])
const had = (lease: Lease | null): Lease => {
  if (lease === null) throw new Error('it was not to be had')
  return lease
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const note = (value: number) => () => database.run((statements) => noteSetting(statements, 'noted', value, value))
const noted = () => database.run((statements) => settingOf(statements, 'noted'))

test('of many who ask at once one has it; it is renewed and given back, and each next one has a higher epoch', async () => {
  const holders = Array.from({ length: 20 }, (_, at) => `p${at}`)
  const leases = await Promise.all(holders.map((holder) => shared.lease('one', holder, MINUTE)))
  const [first, ...more] = leases.filter((lease) => lease !== null)
  expect(more).toEqual([])
  expect(first?.epoch).toBe(1)
  const lease = had(first ?? null)
  // The holder itself cannot take it a second time either.
  expect(await shared.lease('one', lease.holder, MINUTE)).toBeNull()
  expect(await shared.renew(lease, MINUTE)).toBe(true)
  expect(await shared.lease('other', 'p0', MINUTE)).toEqual({ name: 'other', holder: 'p0', epoch: 1 })
  await shared.release(lease)
  expect(await shared.renew(lease, MINUTE)).toBe(false)
  expect(await shared.fenced(lease, note(0))).toEqual({ kind: 'refused' })
  expect(await shared.lease('one', 'p1', MINUTE)).toEqual({ name: 'one', holder: 'p1', epoch: 2 })
})

test('an asker hears which leases nobody has, and which of them a holder let run out', async () => {
  had(await shared.lease('kept', 'a', MINUTE))
  await shared.release(had(await shared.lease('given', 'a', MINUTE)))
  had(await shared.lease('left', 'a', MINUTE))
  await runOut('left')
  const free = await shared.free(['kept', 'given', 'left', "never'had"])
  expect([...free].sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: 'given', isAbandoned: false },
    { name: 'left', isAbandoned: true },
    { name: "never'had", isAbandoned: false },
  ])
  expect(await shared.free(['kept'])).toEqual([])
})

test('its time goes by the database’s clock, and a renewal begins it anew', async () => {
  const leftMs = async () => {
    const [left] = await query(`select extract(epoch from until - now()) * 1000 as ms from leases where name = 'timed'`)
    return Number(left?.ms)
  }
  const lease = had(await shared.lease('timed', 'a', 2 * MINUTE))
  expect(await leftMs()).toBeGreaterThan(MINUTE)
  expect(await shared.renew(lease, MINUTE)).toBe(true)
  expect(await leftMs()).toBeLessThanOrEqual(MINUTE)
  expect(await shared.lease('timed', 'b', MINUTE)).toBeNull()
  expect(await shared.renew(lease, 20)).toBe(true)
  await expect.poll(() => shared.lease('timed', 'b', MINUTE), { interval: 20 }).toMatchObject({ holder: 'b', epoch: 2 })
})

test('a process that lost the lease writes nothing more, neither after the next has it nor while the next takes it', async () => {
  const old = had(await shared.lease('fence', 'old', MINUTE))
  expect(await shared.fenced(old, note(1))).toMatchObject({ kind: 'written' })
  await runOut('fence')
  // The lease has expired without a new holder: its write is still accepted.
  expect(await shared.fenced(old, note(2))).toMatchObject({ kind: 'written' })
  const next = had(await shared.lease('fence', 'next', MINUTE))
  expect([old.epoch, next.epoch]).toEqual([1, 2])
  expect(await shared.fenced(old, note(3))).toEqual({ kind: 'refused' })
  expect([await shared.renew(old, MINUTE), await shared.done(old, 'turn')]).toEqual([false, false])
  await shared.release(old)
  expect(await noted()).toBe(2)
  expect(await shared.fenced(next, note(4))).toMatchObject({ kind: 'written' })
  // The holder's name alone is not enough: the epoch must match too.
  expect(await shared.fenced({ ...next, epoch: 1 }, note(5))).toEqual({ kind: 'refused' })

  // A process that takes over during a write waits for the write's end.
  await runOut('fence')
  let begin: () => void = () => undefined
  let isTaken = false
  const taken = new Promise<void>((resolve) => {
    begin = resolve
  })
    .then(() => shared.lease('fence', 'third', MINUTE))
    .finally(() => {
      isTaken = true
    })
  await shared.fenced(next, async () => {
    begin()
    await expect
      .poll(async () => (await query('select 1 from pg_locks where not granted')).length, { interval: 5 })
      .toBeGreaterThan(0)
    expect(isTaken).toBe(false)
    await note(6)()
  })
  expect(await taken).toMatchObject({ holder: 'third', epoch: 3 })
  expect([await noted(), await shared.fenced(next, note(7))]).toEqual([6, { kind: 'refused' }])
})

test('a write that fails leaves nothing, and the lease is had as before', async () => {
  const lease = had(await shared.lease('fails', 'a', MINUTE))
  const failing = shared.fenced(lease, async () => {
    await note(8)()
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await noted()).toBe(6)
  expect(await shared.renew(lease, MINUTE)).toBe(true)
})

test('a turn is done once; one whose process ended between claim and done is done by another', async () => {
  const crashed = await shared.claim('nightly', 'monday', 'a', MINUTE)
  expect(crashed).toEqual({ kind: 'claimed', lease: { name: 'nightly', holder: 'a', epoch: 1 } })
  expect(await shared.claim('nightly', 'monday', 'b', MINUTE)).toEqual({ kind: 'held' })
  await runOut('nightly')
  const claim = await shared.claim('nightly', 'monday', 'b', MINUTE)
  expect(claim).toMatchObject({ kind: 'claimed', lease: { holder: 'b', epoch: 2 } })
  if (claim.kind !== 'claimed' || crashed.kind !== 'claimed') return
  // The first holder was only suspended, and resumes.
  expect(await shared.done(crashed.lease, 'monday')).toBe(false)
  expect(await shared.claim('nightly', 'monday', 'c', MINUTE)).toEqual({ kind: 'held' })
  expect(await shared.done(claim.lease, 'monday')).toBe(true)
  expect(await shared.claim('nightly', 'monday', 'c', MINUTE)).toEqual({ kind: 'done' })
  expect(await shared.claim('nightly', 'tuesday', 'c', MINUTE)).toMatchObject({ kind: 'claimed', lease: { epoch: 3 } })
})

test('whatever many processes do at whatever moment, at most one has it, and epochs are written in their order', async () => {
  const seed = seedFor('leases', 16)
  const random = seededRandom(seed)
  await query('create table written (at bigserial, epoch bigint)')
  await query('grant all on table written to public')
  await query('grant all on sequence written_at_seq to public')
  const FOR_MS = 25
  const wanted = isLongRun ? 1_000 : 60
  /** Times in which each holder was certain of the lease, by one clock: from the answer to the end of its term. */
  const spans: { readonly epoch: number; readonly from: number; to: number }[] = []
  let written = 0
  let refused = 0
  const live = async (holder: string) => {
    // Both outcomes must occur, or the test proves nothing.
    while (spans.length < wanted || written <= 5 || refused === 0) {
      let asked = performance.now()
      const lease = await shared.lease('crowd', holder, FOR_MS)
      if (lease === null) {
        await pause(random() * 10)
        continue
      }
      const span = { epoch: lease.epoch, from: performance.now(), to: asked + FOR_MS }
      spans.push(span)
      for (let deed = random(); deed < 0.8; deed = random()) {
        if (deed < 0.3) {
          const { kind } = await shared.fenced(lease, () =>
            database.run((statements) => statements.execute(`insert into written (epoch) values (${lease.epoch})`)),
          )
          if (kind === 'written') written++
          else refused++
        } else if (deed < 0.5) {
          asked = performance.now()
          if (await shared.renew(lease, FOR_MS)) span.to = asked + FOR_MS
          // A process that is suspended, and resumes when its lease may have expired.
        } else await pause(random() * 2 * FOR_MS)
      }
      if (random() > 0.5) continue
      span.to = Math.min(span.to, performance.now())
      await shared.release(lease)
    }
  }
  await Promise.all(Array.from({ length: 12 }, (_, at) => live(`p${at}`)))
  const inOrder = [...spans].sort((a, b) => a.epoch - b.epoch)
  expect(new Set(spans.map(({ epoch }) => epoch)).size).toBe(spans.length)
  const overlaps = inOrder.filter((span, at) => at > 0 && span.from < (inOrder[at - 1]?.to ?? 0))
  expect(overlaps).toEqual([])
  const epochs = (await query('select epoch::int from written order by at')).map(({ epoch }) => Number(epoch))
  expect(epochs).toEqual([...epochs].sort((a, b) => a - b))
  expect(epochs).toHaveLength(written)
})
