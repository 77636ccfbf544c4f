import { expect, test } from 'vitest'
import { nearness } from './related-tests.ts'

const nearestFirst = (tests: readonly string[], ...changed: readonly string[]) =>
  [...tests].sort((one, other) => nearness(other, changed) - nearness(one, changed))

test('the nearest tests stand beside the change; next come the tests that share most of its folders', () => {
  const [beside, same, near, far] = [
    'server/http/a.test.ts',
    'server/http/b.test.ts',
    'server/c.test.ts',
    'web/a.test.ts',
  ]
  expect(nearestFirst([far, near, same, beside], 'server/http/a.ts')).toEqual([beside, same, near, far])
  expect(nearestFirst([same, far], 'server/x.ts', 'web/a.tsx')).toEqual([far, same])
  expect(nearness('web/a.test.ts', [])).toBe(0)
})
