import { expect, test } from 'vitest'
import { apyGrade, confidenceGrade, cycleGrade, distanceGrade, latencyGrade, roiGrade, ttlGrade } from './grades.ts'

test.each([
  [1.0001, 'good'],
  [1, 'warn'],
  [0.3, 'warn'],
  [0.2999, 'bad'],
])('[CONST-19] net ROI of %d %% is %s', (value, grade) => {
  expect(roiGrade(value)).toBe(grade)
})

test.each([
  [79, 'good'],
  [80, 'warn'],
  [179, 'warn'],
  [180, 'bad'],
])('[CONST-18] a latency of %d ms is %s', (value, grade) => {
  expect(latencyGrade(value)).toBe(grade)
})

test.each([
  [90, 'good'],
  [89, 'warn'],
  [70, 'warn'],
  [69, 'bad'],
])('[CONST-17] a confidence of %d is %s', (value, grade) => {
  expect(confidenceGrade(value)).toBe(grade)
})

test.each([
  [0.1501, 'good'],
  [0.15, 'warn'],
  [0.05, 'warn'],
  [0.0499, 'bad'],
])('[CONST-19] net ROI of a cycle of %d %% is %s', (value, grade) => {
  expect(cycleGrade(value)).toBe(grade)
})

test.each([
  [35.01, 'good'],
  [35, 'warn'],
  [20, 'warn'],
  [19.99, 'bad'],
  [-1, 'bad'],
])('[CONST-20] a liquidation %d %% away is %s', (value, grade) => {
  expect(distanceGrade(value)).toBe(grade)
})

test.each([
  [1000, 'good'],
  [999, 'warn'],
  [600, 'warn'],
  [599, 'bad'],
])('[CONST-21] a remaining lifetime of %d ms is %s', (value, grade) => {
  expect(ttlGrade(value)).toBe(grade)
})

test.each([
  [6.01, 'good'],
  [6, 'warn'],
  [4, 'warn'],
  [3.99, 'bad'],
])('[CONST-26] [CONST-27] a net APY of %d %% is %s', (value, grade) => {
  expect(apyGrade(value)).toBe(grade)
})
