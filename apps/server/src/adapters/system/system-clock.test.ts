import { expect, test } from 'vitest'
import { createSystemClock } from './system-clock.ts'

function machine() {
  const state = { wall: 1_000_000, monotonic: 0 }
  const steps: number[] = []
  const clock = createSystemClock({
    wall: () => state.wall,
    monotonic: () => state.monotonic,
    onStep: (ms) => steps.push(Math.round(ms)),
  })
  const pass = (ms: number) => {
    state.wall += ms
    state.monotonic += ms
  }
  return { state, clock, steps, pass }
}

test.each([2_000, -2_000])(
  '[F13] a step of the machine clock by %i ms is caught up within a minute, and never faster',
  (step) => {
    const { state, clock, steps, pass } = machine()
    state.wall += step
    let last = clock.now()
    for (let second = 0; second < 60; second++) {
      pass(1_000)
      const now = clock.now()
      expect(Math.abs(now - last - 1_000)).toBeLessThanOrEqual(35)
      last = now
    }
    expect(Math.abs(clock.now() - state.wall)).toBeLessThanOrEqual(1)
    expect(clock.leanMs?.()).toBeCloseTo(step, 6)
    expect(steps).toEqual([])
  },
)

test('[F13] a larger step forward is told once and taken at once, as after a sleep of the machine', () => {
  const { state, clock, steps, pass } = machine()
  state.wall += 600_000
  pass(1_000)
  expect(clock.now()).toBe(state.wall)
  pass(1_000)
  expect(clock.now()).toBe(state.wall)
  expect(steps).toEqual([600_000])
})

test('[F13] a larger step back is told once, and time goes on meanwhile', () => {
  const { state, clock, steps, pass } = machine()
  state.wall -= 600_000
  pass(1_000)
  const last = clock.now()
  pass(1_000)
  expect(clock.now()).toBeGreaterThan(last)
  expect(steps).toEqual([-600_000])
})

test('[F13] a thread that stands still between its reads of the two clocks sees no step', () => {
  const state = { wall: 1_000_000, monotonic: 0, standsMs: 7_600 }
  const steps: number[] = []
  const wall = () => {
    const { standsMs } = state
    state.standsMs = 0
    state.wall += standsMs
    state.monotonic += standsMs
    return state.wall
  }
  const clock = createSystemClock({ wall, monotonic: () => state.monotonic, onStep: (ms) => steps.push(ms) })
  for (const standsMs of [0, 28_700, 0]) {
    state.wall += 1_000
    state.monotonic += 1_000
    state.standsMs = standsMs
    expect(clock.now()).toBe(state.wall)
  }
  expect(steps).toEqual([])
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
  state.wall -= 1_900
  let last = clock.now()
  for (let lean = 0; lean < 1_000; lean++) {
    // Just before the lean, and with it: the lean takes back much more than the time between the two calls.
    for (const passed of [19.999, 0.002]) {
      state.monotonic += passed
      state.wall += passed
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
