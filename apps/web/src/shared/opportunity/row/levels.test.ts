import { expect, test } from 'vitest'
import { apyLevel, confidenceLevel, cycleLevel, distanceLevel, latencyLevel, roiLevel, ttlLevel } from './levels.ts'

test.each([
  [1.0001, 'good'],
  [1, 'warn'],
  [0.3, 'warn'],
  [0.2999, 'bad'],
])('[CONST-19] net ROI of %d %% is %s', (value, level) => {
  expect(roiLevel(value)).toBe(level)
})

test.each([
  [79, 'good'],
  [80, 'warn'],
  [179, 'warn'],
  [180, 'bad'],
])('[CONST-18] a latency of %d ms is %s', (value, level) => {
  expect(latencyLevel(value)).toBe(level)
})

test.each([
  [90, 'good'],
  [89, 'warn'],
  [70, 'warn'],
  [69, 'bad'],
])('[CONST-17] a confidence of %d is %s', (value, level) => {
  expect(confidenceLevel(value)).toBe(level)
})

test.each([
  [0.1501, 'good'],
  [0.15, 'warn'],
  [0.05, 'warn'],
  [0.0499, 'bad'],
])('[CONST-19] net ROI of a cycle of %d %% is %s', (value, level) => {
  expect(cycleLevel(value)).toBe(level)
})

test.each([
  [35.01, 'good'],
  [35, 'warn'],
  [20, 'warn'],
  [19.99, 'bad'],
  [-1, 'bad'],
])('[CONST-20] a liquidation %d %% away is %s', (value, level) => {
  expect(distanceLevel(value)).toBe(level)
})

test.each([
  [1000, 'good'],
  [999, 'warn'],
  [600, 'warn'],
  [599, 'bad'],
])('[CONST-21] a remaining lifetime of %d ms is %s', (value, level) => {
  expect(ttlLevel(value)).toBe(level)
})

test.each([
  [6.01, 'good'],
  [6, 'warn'],
  [4, 'warn'],
  [3.99, 'bad'],
])('[CONST-26] [CONST-27] a net APY of %d %% is %s', (value, level) => {
  expect(apyLevel(value)).toBe(level)
})
