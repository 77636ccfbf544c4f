import { afterEach, expect, test, vi } from 'vitest'
import type { Lease, LeaseStore } from '../ports/system/lease-store.ts'
import { StorageFailure } from '../ports/system/storage.ts'
import { Leadership } from './leadership.ts'

afterEach(() => void vi.useRealTimers())

const LEASE_MS = 10_000

/** Leases by one clock, as the database keeps them; it may be unreachable for some processes. */
class Leases {
  readonly #held = new Map<string, { holder: string | null; until: number; epoch: number }>()
  /** Holders that do not reach the database. */
  readonly away = new Set<string>()
  /** Delays the answers to whoever asks for a lease. */
  answer = (): Promise<void> => Promise.resolve()

  /** Holder and epoch of the lease that all members of a test ask for. */
  get first(): { readonly holder: string | null; readonly epoch: number } | undefined {
    return this.#held.get('shard:0')
  }

  of(process: string): LeaseStore {
    const held = this.#held
    const here = () => {
      if (this.away.has(process)) throw new StorageFailure('unavailable', 'planted')
    }
    const isFree = (name: string) =>
      (held.get(name)?.holder ?? null) === null || (held.get(name)?.until ?? 0) <= Date.now()
    const own = ({ name, holder, epoch }: Lease) => {
      here()
      const one = held.get(name)
      return one?.holder === holder && one.epoch === epoch ? one : undefined
    }
    const unasked = () => Promise.reject(new Error('not asked for'))
    return {
      lease: async (name, holder, forMs) => {
        here()
        await this.answer()
        if (!isFree(name)) return null
        const epoch = (held.get(name)?.epoch ?? 0) + 1
        held.set(name, { holder, until: Date.now() + forMs, epoch })
        return { name, holder, epoch }
      },
      renew: async (lease, forMs) => {
        const one = own(lease)
        if (one !== undefined) one.until = Date.now() + forMs
        return one !== undefined
      },
      release: async (lease) => {
        const one = own(lease)
        if (one !== undefined) one.holder = null
      },
      free: async (names) => {
        here()
        return names.filter(isFree).map((name) => ({ name, isAbandoned: (held.get(name)?.holder ?? null) !== null }))
      },
      ...{ claim: unasked, done: unasked, epochOf: unasked, fenced: unasked },
    }
  }
}

/** A process that asks for the leases of `names`; `said` tells what it leads, `led` holds the names that it leads now. */
function member(
  leases: Leases,
  holder: string,
  names: readonly string[] = ['shard:0'],
  begins: () => void = () => undefined,
) {
  const said: string[] = []
  const logged: string[] = []
  const led = new Set<string>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let isDead = false
  let lost: () => boolean = () => true
  const leadership = new Leadership({
    leases: leases.of(holder),
    names,
    holder,
    clock: {
      now: () => Date.now(),
      after: (ms, run) => {
        const timer = setTimeout(() => (isDead ? undefined : run()), ms)
        timers.add(timer)
        return { cancel: () => clearTimeout(timer) }
      },
    },
    log: (_level, event) => void logged.push(event),
    lead: ({ name, epoch }, isLost) => {
      begins()
      said.push(`leads ${epoch}`)
      led.add(name)
      lost = isLost
      return async () => {
        said.push(`ends ${epoch}`)
        led.delete(name)
      }
    },
  })
  leadership.start()
  const die = () => {
    isDead = true
    for (const timer of timers) clearTimeout(timer)
    led.clear()
  }
  return { leadership, said, logged, led, die, mayLead: () => !lost() }
}

test('one leads and keeps it; when it stops the next leads within a second', async () => {
  vi.useFakeTimers()
  const one = new Leases()
  const [first, second] = [member(one, 'first'), member(one, 'second')]
  await vi.advanceTimersByTimeAsync(120_000)
  expect([first.said, second.said]).toEqual([['leads 1'], []])
  await first.leadership.stop()
  expect(first.said).toEqual(['leads 1', 'ends 1'])
  await vi.advanceTimersByTimeAsync(1_100)
  expect(second.said).toEqual(['leads 2'])
  await second.leadership.stop()
})

test('[M2] a leader that cannot renew may no longer lead before anybody else does, and stands by when it can again', async () => {
  vi.useFakeTimers()
  const one = new Leases()
  const [first, second] = [member(one, 'first'), member(one, 'second')]
  await vi.advanceTimersByTimeAsync(5_000)
  one.away.add('first')
  let both = 0
  let none = 0
  for (let ms = 0; ms < 20_000; ms += 50) {
    await vi.advanceTimersByTimeAsync(50)
    if (first.mayLead() && second.mayLead()) both++
    if (!first.mayLead() && !second.mayLead()) none += 50
  }
  expect(both).toBe(0)
  expect(none).toBeLessThan(5_000)
  expect([first.said, second.said]).toEqual([['leads 1', 'ends 1'], ['leads 2']])
  one.away.clear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([first.said.length, second.said.length]).toEqual([2, 1])
  await Promise.all([first.leadership.stop(), second.leadership.stop()])
})

test('without a database a leader ends with its lease, and leads again when the database is back', async () => {
  vi.useFakeTimers()
  const one = new Leases()
  const first = member(one, 'first')
  await vi.advanceTimersByTimeAsync(1_000)
  one.away.add('first')
  await vi.advanceTimersByTimeAsync(LEASE_MS + 500)
  expect(first.said).toEqual(['leads 1', 'ends 1'])
  one.away.clear()
  await vi.advanceTimersByTimeAsync(1_100)
  expect(first.said).toEqual(['leads 1', 'ends 1', 'leads 2'])
  one.away.add('first')
  await first.leadership.stop()
  expect(first.said.at(-1)).toBe('ends 2')
})

test('a leader that slept through its lease knows it before anything else is done', async () => {
  vi.useFakeTimers()
  const one = new Leases()
  const first = member(one, 'first')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(first.mayLead()).toBe(true)
  // No timer ran meanwhile.
  vi.setSystemTime(Date.now() + 30_000)
  expect(first.mayLead()).toBe(false)
  await first.leadership.stop()
})

test('a lease that comes while it stops is given back', async () => {
  vi.useFakeTimers()
  const one = new Leases()
  let answer: () => void = () => undefined
  one.answer = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  const first = member(one, 'first')
  await vi.advanceTimersByTimeAsync(10)
  const stopped = first.leadership.stop()
  answer()
  await stopped
  expect([one.first?.epoch, one.first?.holder, first.said]).toEqual([1, null, []])
})

test('work that cannot begin is left to a process that stands by, and tried again', async () => {
  vi.useFakeTimers()
  const one = new Leases()
  let fails = true
  const first = member(one, 'first', ['shard:0'], () => {
    if (fails) throw new Error('planted')
  })
  await vi.advanceTimersByTimeAsync(10)
  expect([one.first?.holder, first.logged]).toEqual([null, ['lease-taken', 'leadership-failed']])
  const second = member(one, 'second')
  await vi.advanceTimersByTimeAsync(10)
  expect(second.said).toEqual(['leads 2'])
  await second.leadership.stop()
  fails = false
  await vi.advanceTimersByTimeAsync(1_100)
  expect(first.said).toEqual(['leads 3'])
  await first.leadership.stop()
})

test('a defect of the database, as while it takes reads alone, does not end the asking', async () => {
  vi.useFakeTimers()
  const one = new Leases()
  const first = member(one, 'first')
  one.answer = () => Promise.reject(new Error('cannot execute INSERT in a read-only transaction'))
  await vi.advanceTimersByTimeAsync(2_500)
  expect([first.said, new Set(first.logged)]).toEqual([[], new Set(['leadership-failed'])])
  one.answer = () => Promise.resolve()
  await vi.advanceTimersByTimeAsync(1_100)
  expect(first.said).toEqual(['leads 1'])
  await first.leadership.stop()
})

const SHARDS = ['shard:0', 'shard:1', 'shard:2', 'shard:3']
const processes = (names: readonly string[]) => {
  const leases = new Leases()
  return { start: (holder: string) => member(leases, holder, names) }
}

test('as many processes as shards settle at one each, also when they start within two seconds', async () => {
  vi.useFakeTimers()
  const all = processes(SHARDS)
  const started = []
  for (const holder of ['a', 'b', 'c', 'd']) {
    started.push(all.start(holder))
    await vi.advanceTimersByTimeAsync(600)
  }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(started.map(({ led }) => led.size)).toEqual([1, 1, 1, 1])
  expect(new Set(started.flatMap(({ led }) => [...led]))).toEqual(new Set(SHARDS))
  await Promise.all(started.map(({ leadership }) => leadership.stop()))
})

test('one process alone leads all shards within 10 s', async () => {
  vi.useFakeTimers()
  const one = processes(SHARDS).start('a')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(one.led.size).toBe(4)
  await one.leadership.stop()
  expect(one.led.size).toBe(0)
})

test('[M2] the others lead a dead process’s shards within 12 s, first the processes with the fewest', async () => {
  vi.useFakeTimers()
  const all = processes(SHARDS)
  const [a, b] = [all.start('a'), all.start('b')]
  await vi.advanceTimersByTimeAsync(20_000)
  expect([a.led.size, b.led.size]).toEqual([2, 2])
  const standby = all.start('c')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(standby.led.size).toBe(0)
  a.die()
  await vi.advanceTimersByTimeAsync(12_000)
  // The process that led nothing took the first; then both led equally many.
  expect([b.led.size + standby.led.size, standby.led.size > 0]).toEqual([4, true])
  await Promise.all([b.leadership.stop(), standby.leadership.stop()])
})

test('processes that lead something wait with a lease that a process gave back: it takes the lease again when it is back', async () => {
  vi.useFakeTimers()
  const all = processes(SHARDS.slice(0, 2))
  const [a, b] = [all.start('a'), all.start('b')]
  await vi.advanceTimersByTimeAsync(20_000)
  await a.leadership.stop()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(b.led.size).toBe(1)
  const again = all.start('a')
  await vi.advanceTimersByTimeAsync(20_000)
  expect([again.led.size, b.led.size]).toEqual([1, 1])
  await again.leadership.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(b.led.size).toBe(2)
  await b.leadership.stop()
})

test('what one gives up as it fails there is led by another at once, and by itself only if nobody does', async () => {
  vi.useFakeTimers()
  const all = processes(SHARDS.slice(0, 2))
  const [a, b] = [all.start('a'), all.start('b')]
  await vi.advanceTimersByTimeAsync(20_000)
  const [lost = ''] = a.led
  a.leadership.giveUp(lost)
  await vi.advanceTimersByTimeAsync(5_000)
  expect([[...a.led], b.led.has(lost), b.led.size]).toEqual([[], true, 2])
  await vi.advanceTimersByTimeAsync(120_000)
  expect([a.led.size, b.led.size]).toEqual([0, 2])
  b.leadership.giveUp(lost)
  await vi.advanceTimersByTimeAsync(2_000)
  expect([a.led.has(lost), b.led.has(lost), b.led.size]).toEqual([true, false, 1])
  // No other process is there: the name is tried again after a minute, not before.
  await b.leadership.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(a.led.size).toBe(2)
  a.leadership.giveUp(lost)
  await vi.advanceTimersByTimeAsync(55_000)
  expect([a.led.has(lost), a.led.size]).toEqual([false, 1])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(a.led.size).toBe(2)
  await a.leadership.stop()
})
