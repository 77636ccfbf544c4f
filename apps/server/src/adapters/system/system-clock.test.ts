import { expect, test } from 'vitest'
import { createSystemClock } from './system-clock.ts'

function machine() {
  const state = { wall: 1_000_000, monotonic: 0 }
  const clock = createSystemClock({ wall: () => state.wall, monotonic: () => state.monotonic })
  const pass = (ms: number) => {
    state.wall += ms
    state.monotonic += ms
  }
  return { state, clock, pass }
}

test.each([60_000, -60_000])('[F13] a step of the machine clock by %i ms moves no age', (step) => {
  const { state, clock, pass } = machine()
  const before = clock.now()
  state.wall += step
  pass(1_000)
  expect(Math.abs(clock.now() - before - 1_000)).toBeLessThanOrEqual(1)
})

test('it leans towards the corrected wall clock, half a millisecond a second', () => {
  const { state, clock, pass } = machine()
  clock.now()
  state.wall += 500
  for (let n = 0; n < 2_000; n++) {
    pass(1_000)
    clock.now()
  }
  expect(Math.abs(clock.now() - state.wall)).toBeLessThanOrEqual(1)
})

test('it never goes back', () => {
  const { state, clock, pass } = machine()
  let last = clock.now()
  state.wall -= 3_600_000
  for (let n = 0; n < 500; n++) {
    pass(n % 3)
    const now = clock.now()
    expect(now).toBeGreaterThanOrEqual(last)
    last = now
  }
})

test('it never goes back where it leans between two looks within a hundredth of a millisecond', () => {
  const state = { wall: 1_000_000, monotonic: 0 }
  const clock = createSystemClock({ wall: () => state.wall, monotonic: () => state.monotonic })
  state.wall -= 500
  let last = clock.now()
  for (let lean = 0; lean < 1_000; lean++) {
    // Just before the lean, and with it: the lean takes back five times the time between the two calls.
    for (const passed of [19.999, 0.002]) {
      state.monotonic += passed
      const now = clock.now()
      expect(now).toBeGreaterThanOrEqual(last)
      last = now
    }
  }
})

test('a timer runs once, a cancelled one never', async () => {
  const clock = createSystemClock()
  const ran: string[] = []
  clock.after(5, () => ran.push('kept'))
  const cancelled = clock.after(5, () => ran.push('cancelled'))
  cancelled.cancel()
  cancelled.cancel()
  await new Promise<void>((resolve) => {
    clock.after(30, resolve)
  })
  expect(ran).toEqual(['kept'])
})
