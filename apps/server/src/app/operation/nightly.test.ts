import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ShiftedClock } from '../../http/testing/shifted-clock.ts'
import type { NightTask } from '../ports/system/night-task.ts'
import { lastNight, Nightly } from './nightly.ts'
import { loneLeaseStore } from './testing/lone-lease-store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A clock that only tests move; pending promises are awaited after each step. */
class NightClock {
  #now: number
  readonly #waiting = new Set<{ readonly time: number; readonly run: () => void }>()

  constructor(text: string) {
    this.#now = Date.parse(text)
  }

  now(): number {
    return this.#now
  }

  after(ms: number, run: () => void): { cancel(): void } {
    const waiting = { time: this.#now + ms, run }
    this.#waiting.add(waiting)
    return { cancel: () => this.#waiting.delete(waiting) }
  }

  async to(text: string): Promise<void> {
    const end = Date.parse(text)
    for (;;) {
      const [next] = [...this.#waiting].sort((a, b) => a.time - b.time)
      if (next === undefined || next.time > end) break
      this.#now = Math.max(this.#now, next.time)
      this.#waiting.delete(next)
      next.run()
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.#now = end
  }
}

/** A task that remembers its last completion, also over a restart of `Nightly`. */
class Task implements NightTask {
  readonly name: string
  readonly done: string[] = []
  last: number | null = null
  fails = 0

  constructor(name: string) {
    this.name = name
  }

  async lastDone() {
    return this.last
  }

  async run(now: number) {
    if (this.fails-- > 0) throw new Error('no room')
    this.last = now
    this.done.push(new Date(now).toISOString())
    return {}
  }
}

function begin(clock: NightClock, ...tasks: Task[]) {
  const logged: string[] = []
  const nightly = new Nightly({
    tasks,
    leases: loneLeaseStore(),
    holder: 'this',
    clock,
    log: (level, event, data) => logged.push(`${level} ${event}${'alarm' in data ? ' alarm' : ''}`),
  })
  nightly.start()
  return { nightly, logged }
}

test('the night begins at 03:00 in Istanbul, summer and winter', () => {
  const asInIstanbul = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Istanbul',
    timeStyle: 'medium',
  })
  fc.assert(
    fc.property(fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2040-01-01') }), (now) => {
      const night = lastNight(now)
      expect(asInIstanbul.format(night)).toBe('03:00:00')
      expect(night <= now && now < night + DAY).toBe(true)
    }),
    { seed: 1 },
  )
})

test('[S9] what is due is done once a night at 03:00, in its order', async () => {
  const clock = new NightClock('2026-03-28T12:00:00Z')
  const [first, second] = [new Task('first'), new Task('second')]
  first.last = second.last = Date.parse('2026-03-28T00:00:30Z')
  const { nightly, logged } = begin(clock, first, second)
  await clock.to('2026-03-28T23:59:59Z')
  expect(first.done).toEqual([])
  await clock.to('2026-03-31T12:00:00Z')
  expect(first.done.map((at) => at.slice(0, 16))).toEqual(['2026-03-29T00:00', '2026-03-30T00:00', '2026-03-31T00:00'])
  expect(second.done).toEqual(first.done)
  expect(logged.slice(0, 2)).toEqual(['info first-done', 'info second-done'])
  await nightly.stop()
  await clock.to('2026-04-02T12:00:00Z')
  expect(first.done).toHaveLength(3)
})

test('[S9] a night that was missed is made up for after the start, and one without a past at once', async () => {
  const clock = new NightClock('2026-03-28T12:00:00Z')
  const [missed, fresh, done, ahead] = [new Task('missed'), new Task('fresh'), new Task('done'), new Task('ahead')]
  missed.last = Date.parse('2026-03-26T00:00:30Z')
  done.last = Date.parse('2026-03-28T00:00:00Z')
  // Noted by a clock that was set back since.
  ahead.last = Date.parse('2027-03-28T00:00:00Z')
  begin(clock, missed, fresh, done, ahead)
  await clock.to('2026-03-28T12:05:00Z')
  expect([missed, fresh, done, ahead].map((task) => task.done.length)).toEqual([1, 1, 0, 1])
})

test('[S9] a failure is an alarm, keeps no other task, and is tried again after half an hour', async () => {
  const clock = new NightClock('2026-03-28T12:00:00Z')
  const [bad, good] = [new Task('bad'), new Task('good')]
  bad.fails = 2
  const { logged } = begin(clock, bad, good)
  await clock.to('2026-03-28T12:29:00Z')
  expect(logged).toEqual(['error bad-failed alarm', 'info good-done'])
  await clock.to('2026-03-28T14:00:00Z')
  expect(logged).toEqual(['error bad-failed alarm', 'info good-done', 'error bad-failed alarm', 'info bad-done'])
})

test('a task that goes on and on does not keep the server from ending', async () => {
  const clock = new ShiftedClock()
  const endless: NightTask = { name: 'endless', lastDone: async () => null, run: () => new Promise(() => undefined) }
  const log = () => undefined
  const nightly = new Nightly({ tasks: [endless], leases: loneLeaseStore(), holder: 'this', clock, log })
  nightly.start()
  clock.advance(2 * MINUTE)
  const stopped = nightly.stop()
  clock.advance(2_000)
  await stopped
})
