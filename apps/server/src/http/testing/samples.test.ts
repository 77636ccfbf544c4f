import { expect, test } from 'vitest'
import { chanceOfAtLeast, median, tooMany } from './samples.ts'

test.each([
  [0, 20, 0.3, 1],
  [20, 20, 0.5, 2 ** -20],
  [19, 20, 0.5, 21 * 2 ** -20],
  [1, 10, 0.1, 1 - 0.9 ** 10],
  [2, 3, 0.25, 3 * 0.25 ** 2 * 0.75 + 0.25 ** 3],
  [4, 3, 0.25, 0],
])('at least %i of %i at %f each', (count, tries, chance, expected) => {
  expect(chanceOfAtLeast(count, tries, chance)).toBeCloseTo(expected, 12)
})

test('one less than too many is what chance still explains', () => {
  for (const [tries, chance, error] of [
    [40, 0.5, 1e-5],
    [40, 0.05, 1e-6],
    [9, 0.01, 3e-8],
  ] as const) {
    const many = tooMany(tries, chance, error)
    expect(chanceOfAtLeast(many, tries, chance)).toBeLessThan(error)
    expect(chanceOfAtLeast(many - 1, tries, chance)).toBeGreaterThanOrEqual(error)
  }
  expect(() => tooMany(3, 0.5, 0.01)).toThrow('3 tries cannot show anything')
})

test('the median is of the values in order, which stay as they are', () => {
  const values = [3, 1, 2]
  expect([median(values), values]).toEqual([2, [3, 1, 2]])
})
