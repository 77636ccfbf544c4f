import { expect, test } from 'vitest'
import type { Clock } from '../../../../app/ports/system/clock.ts'
import { seededRandom } from '../../../system/randomness.ts'
import { standingClock } from '../../testing/standing-clock.ts'
import { ownLimits } from '../talk/address-limits.ts'
import { ConnectGate } from './connect-gate.ts'

/** Limits of an address that admits `count` new connections a second. */
const limitsOf = ({ now }: Clock, count: number) =>
  ownLimits({ rest: { count: 1, perMs: 1_000 }, connects: [{ count, perMs: 1_000 }] }, now)

test('[F21] many lanes at once stay within 70 % of the published connections', () => {
  const clock = standingClock()
  const gate = new ConnectGate(clock, seededRandom(1), limitsOf(clock, 10))
  const opened: number[] = []
  for (let n = 0; n < 30; n++) gate.ask(0, () => opened.push(clock.now()))
  clock.advance(10_000)
  expect(opened.length).toBe(30)
  const densest = opened.map((from) => opened.filter((at) => at >= from && at < from + 1_000).length)
  expect(Math.max(...densest)).toBe(7)
})

test('[F24] while an exchange answers nobody one lane knocks for all', () => {
  const clock = standingClock()
  const gate = new ConnectGate(clock, seededRandom(1), limitsOf(clock, 1_000))
  const knocked: number[] = []
  let isBack = false
  let served = 0
  const lane = () => {
    gate.ask(100, () => {
      knocked.push(clock.now())
      if (isBack) {
        served++
        gate.worked()
      } else {
        gate.failed()
        lane()
      }
    })
  }
  for (let n = 0; n < 20; n++) lane()
  clock.advance(60_000)
  expect(knocked.length).toBeLessThan(15)
  isBack = true
  clock.advance(15_100)
  expect(served).toBe(20)
})

test('[F20] nobody knocks before a ban ends', () => {
  const clock = standingClock()
  const limits = limitsOf(clock, 10)
  const gate = new ConnectGate(clock, seededRandom(1), limits)
  const opened: number[] = []
  limits.ban.extend({ until: 120_000, reason: 'banned' })
  gate.ask(0, () => opened.push(clock.now()))
  clock.advance(119_999)
  expect(opened).toEqual([])
  clock.advance(1)
  expect(opened).toEqual([120_000])
})

test('a cancelled wish is never fulfilled', () => {
  const clock = standingClock()
  const gate = new ConnectGate(clock, seededRandom(1), limitsOf(clock, 10))
  let opened = 0
  gate.ask(10, () => opened++).cancel()
  clock.advance(1_000)
  expect(opened).toBe(0)
})

test('[F17] once an announced maintenance ends no lane waits for a probe that has worked', () => {
  const clock = standingClock()
  const gate = new ConnectGate(clock, seededRandom(1), limitsOf(clock, 1_000))
  let opened = 0
  gate.announced(true)
  for (let lane = 0; lane < 3; lane++) gate.ask(0, () => opened++)
  while (opened === 0) clock.advance(1_000)
  expect(opened).toBe(1)
  gate.worked()
  gate.announced(false)
  clock.advance(1_000)
  expect(opened).toBe(3)
})
