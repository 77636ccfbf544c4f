import { expect, test } from 'vitest'
import { KeepAlive } from './keep-alive.ts'

test('[F2] a connection that says nothing is pinged and counts as dead within 10 s', () => {
  const keepAlive = new KeepAlive(0)
  const pings: number[] = []
  let deadAt = Number.NaN
  for (let now = 250; Number.isNaN(deadAt) && now < 20_000; now += 250) {
    const health = keepAlive.check(now)
    if (health === 'ping') pings.push(now)
    if (health === 'dead') deadAt = now
  }
  expect(pings).toEqual([4_000, 8_000])
  expect(deadAt).toBeLessThanOrEqual(10_000)
})

test('a connection that answers lives on', () => {
  const keepAlive = new KeepAlive(0)
  for (let now = 250; now < 60_000; now += 250) {
    const health = keepAlive.check(now)
    expect(health).not.toBe('dead')
    if (health === 'ping') keepAlive.heard(now + 100)
  }
})

test('after a sleep of our own process the frames that wait are heard before anything is called dead', () => {
  const keepAlive = new KeepAlive(0)
  keepAlive.check(250)
  expect(keepAlive.check(30_000)).not.toBe('dead')
  keepAlive.heard(30_050)
  expect(keepAlive.check(30_250)).not.toBe('dead')
})

test('a sleep does not keep a dead connection alive for long', () => {
  const keepAlive = new KeepAlive(0)
  keepAlive.check(30_000)
  const healths = Array.from({ length: 12 }, (_, n) => keepAlive.check(30_250 + n * 250))
  expect(healths).toContain('dead')
})
