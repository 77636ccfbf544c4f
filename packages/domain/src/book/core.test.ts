import { expect, test } from 'vitest'
import { constant, inDoubles, inWords } from './core.ts'
import type { CoreConstant } from './core-bytes.ts'

test('the module exports where things lie in the core, in bytes and as an index of a view', () => {
  expect([inDoubles('BEST_PRICE') * 8, inWords('BEST_PRICE') * 4]).toEqual(Array(2).fill(constant('BEST_PRICE')))
  expect(constant('LIST_BYTES')).toBe(constant('LIST_CAPACITY') * (8 + 8 + 2))
})

test.each([constant, inDoubles, inWords])('asking for a name that the module does not export throws', (ask) => {
  // A name that a change of the core has taken away; the type check would refuse it too.
  expect(() => ask('GONE' as CoreConstant)).toThrow('the core of the books does not export GONE')
})

test('a field that a view cannot reach is no index of it', () => {
  expect(() => inDoubles('RUN')).toThrow('RUN of the core does not lie at a multiple of 8 bytes')
})
