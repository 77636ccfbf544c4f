import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { verify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { notShown, recordFigure } from '../../../../../../scripts/figure.ts'
import { isLongRun } from '../../../../../../scripts/run-length.ts'
import { QueueFull, type Sharer } from '../../../app/ports/system/fair-queue.ts'
import { tooMany } from '../../../http/testing/samples.ts'
import { KeyRing } from '../keys/key-ring.ts'
import { Argon2Hashing, LEAST_COST } from './password-hashing.ts'

const HASHES = isLongRun ? 40 : 12
const HERE: Sharer = { key: '203.0.113.1', rank: 'stranger' }
const keys = new KeyRing(randomBytes(32)).at(() => 0)
const made = (change: object = {}) => new Argon2Hashing({ keys, cost: LEAST_COST, ...change })

test('[SEC-1] a hash is argon2id in PHC form, 64 MiB and 3 passes unless told otherwise, never twice the same', async () => {
  const usual = await new Argon2Hashing({ keys }).hash('mavi-kedi', HERE)
  expect(usual.hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[A-Za-z\d+/]{22}\$[A-Za-z\d+/]{43}$/)
  const [one, two] = [await made().hash('mavi-kedi', HERE), await made().hash('mavi-kedi', HERE)]
  expect(one.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one.hash).not.toBe(two.hash)
})

test('[SEC-1] below the floor there is no hashing', () => {
  for (const cost of [
    { memory: 19_455, passes: 2, lanes: 1 },
    { memory: 65_536, passes: 1, lanes: 1 },
  ])
    expect(() => made({ cost })).toThrow()
})

/** CPU time of a hash, ms: unlike its duration it does not grow with what else the machine does. */
async function costOf(hashing: Argon2Hashing): Promise<number> {
  const begun = process.cpuUsage()
  await hashing.hash('mavi-kedi', HERE)
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1_000
}

test('[SEC-1] a hash takes long enough to be worth guessing at no faster, and nobody waits long for it', async (context) => {
  const usual = new Argon2Hashing({ keys })
  const cheapest = made()
  // The first ones start their thread.
  for (const one of [usual, cheapest]) await one.hash('mavi-kedi', HERE)
  const pairs: { readonly usual: number; readonly cheapest: number }[] = []
  for (let at = 0; at < HASHES; at++) pairs.push({ usual: await costOf(usual), cheapest: await costOf(cheapest) })
  const times = pairs.map((pair) => pair.usual).sort((a, b) => a - b)
  const slow = times.filter((time) => time > 400)
  expect(slow.length, `${times.map(Math.round)}`).toBeLessThan(tooMany(HASHES, 0.05, 1e-6))
  // Five times the work of the floor, by memory and passes. How fast that is differs by machine: the figure says it.
  const cheap = pairs.filter((pair) => pair.usual < 3 * pair.cheapest)
  expect(cheap.length, JSON.stringify(pairs)).toBeLessThan(tooMany(HASHES, 0.1, 1e-6))
  const [half = 0, most = 0] = [0.5, 0.9].map((share) => times[Math.floor(share * times.length)])
  recordFigure(context, {
    row: 'SEC-1',
    wanted: '80 to 400 ms a hash',
    measured: `CPU time of ${HASHES} hashes: half within ${Math.round(half)} ms, 90 % within ${Math.round(most)} ms; ${slow.length} over 400 ms, ${times.filter((time) => time < 80).length} under 80 ms`,
    notShown: notShown(half < 80 && 'at least 80 ms'),
    seed: 0,
  })
})

test('[SEC-2] what is stored verifies nothing without the pepper, and names it', async () => {
  const stored = await made().hash('mavi-kedi', HERE)
  expect(stored.pepperId).toBe(keys.id)
  expect(await verify(stored.hash, 'mavi-kedi')).toBe(false)
  expect(await made().verify('mavi-kedi', stored, HERE)).toEqual({ isRight: true, isOutdated: false })
  expect(await made().verify('mavi-kedi ', stored, HERE)).toMatchObject({ isRight: false })
  const other = new KeyRing(randomBytes(32)).at(() => 0)
  expect(await made({ keys: other }).verify('mavi-kedi', { ...stored, pepperId: other.id }, HERE)).toMatchObject({
    isRight: false,
  })
  expect(await made({ keys: other }).verify('mavi-kedi', stored, HERE)).toMatchObject({ isRight: false })
  expect(await made().verify('mavi-kedi', null, HERE)).toEqual({ isRight: false, isOutdated: false })
})

test('[SEC-3] a hash of cheaper parameters is right and outdated', async () => {
  const stored = await made().hash('mavi-kedi', HERE)
  const dearer = made({ cost: { memory: 20_480, passes: 2, lanes: 1 } })
  expect(await dearer.verify('mavi-kedi', stored, HERE)).toEqual({ isRight: true, isOutdated: true })
})

test('[SEC-4] so many wait, no more, and each gets its turn', async () => {
  const hashing = made()
  const all = await Promise.allSettled(Array.from({ length: 100 }, () => hashing.hash('mavi-kedi', HERE)))
  const refused = all.filter((one) => one.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(all.length - refused.length).toBeGreaterThanOrEqual(64)
  for (const one of refused) expect(one.reason).toBeInstanceOf(QueueFull)
  expect(hashing.shared).toEqual({ used: 0, waiting: 0, refused: refused.length })
  expect((await hashing.hash('mavi-kedi', HERE)).pepperId).toBe(keys.id)
})

test('[SEC-4] one address with many logins refuses nobody else, and keeps nobody waiting for them', async () => {
  const hashing = made()
  const ended: string[] = []
  const login = (key: string, rank: Sharer['rank']) =>
    hashing.admit({ key, rank }, async () => {
      await hashing.hash('mavi-kedi', { key, rank })
      ended.push(key)
    })
  const flood = Array.from({ length: 100 }, () => login('flood', 'stranger').catch(() => ended.push('refused')))
  await Promise.all([login('other', 'stranger'), login('known', 'user')])
  const before = (key: string) => ended.slice(0, ended.indexOf(key)).filter((one) => one === 'flood').length
  expect(before('other')).toBeLessThanOrEqual(availableParallelism() + 1)
  expect(before('known')).toBeLessThanOrEqual(availableParallelism() + 1)
  await Promise.all(flood)
})

/** The niceness of each thread of this process, field 19 of its line. */
const niceness = () =>
  readdirSync('/proc/self/task').map((id) => {
    const [, fields = ''] = readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')
    return Number(fields.split(' ')[16])
  })

test.runIf(process.platform === 'linux')('[SEC-4] hashes yield to everything else that the process does', async () => {
  const own = niceness()[0] ?? 0
  await vi.waitUntil(
    async () => {
      await made().hash('mavi-kedi', HERE)
      return niceness().some((one) => one > own)
    },
    { timeout: 120_000 },
  )
})

test('[SEC-4] a hash that fails is the failure of its caller alone', async () => {
  const stored = await made().hash('mavi-kedi', HERE)
  const broken = { ...stored, hash: stored.hash.replace('p=1', 'p=0') }
  await expect(made().verify('mavi-kedi', broken, HERE)).rejects.toThrow()
  expect(await made().verify('mavi-kedi', stored, HERE)).toMatchObject({ isRight: true })
})

test('a thread that had nothing to hash for a minute is ended, and the next hash starts another', async () => {
  const ending = vi.spyOn(Worker.prototype, 'terminate')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Without the threads that other tests left, which end by real time.
  vi.resetModules()
  const { hashInThread } = await import('./hash-threads.ts')
  const hash = () => hashInThread({ password: 'mavi-kedi', salt: randomBytes(16), cost: LEAST_COST, tagBytes: 32 })
  try {
    await hash()
    vi.advanceTimersByTime(59_999)
    await hash()
    vi.advanceTimersByTime(59_999)
    expect(ending).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(ending).toHaveBeenCalledTimes(1)
    expect(await hash()).toHaveLength(32)
  } finally {
    vi.useRealTimers()
    ending.mockRestore()
  }
})
