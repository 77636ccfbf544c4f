import { expect, test } from 'vitest'
import { placedNoise } from './random.ts'

test('placed noise is normal, the same at the same place, and independent of its neighbours', () => {
  const noise = placedNoise(1, 'okx BTC/USDT:USDT rate')
  const values = Array.from({ length: 20_000 }, (_, i) => noise(60_000 + i))
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
  expect(Math.abs(mean(values))).toBeLessThan(0.03)
  expect(Math.abs(mean(values.map((one) => one ** 2)) - 1)).toBeLessThan(0.05)
  expect(Math.abs(mean(values.slice(1).map((one, i) => one * (values[i] as number))))).toBeLessThan(0.03)
  expect(values.filter((one) => Math.abs(one) > 2).length / values.length).toBeCloseTo(0.0455, 2)
  expect(noise(60_000)).toBe(values[0])
  const others = [placedNoise(2, 'okx BTC/USDT:USDT rate'), placedNoise(1, 'okx ETH/USDT:USDT rate')]
  for (const other of others) expect(Math.abs(mean(values.map((one, i) => one * other(60_000 + i))))).toBeLessThan(0.03)
})
