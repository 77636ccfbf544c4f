import { expect, test } from 'vitest'
import { confidenceLevel, latencyLevel, roiLevel } from './levels.ts'

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
