import { expect, test } from 'vitest'
import { namedTests } from './named-tests.ts'

const SOAK = 'apps/server/src/reliability/load/soak.test.ts'
const FILES = [
  'apps/server/src/main.test.ts',
  'apps/server/src/main.ts',
  'apps/server/src/reliability/server/crashes.test.ts',
  SOAK,
  'apps/web/src/row.test.tsx',
  'checks/sources.test.ts',
  'e2e/list/opportunities.spec.ts',
  'e2e/people/list/opportunities.spec.ts',
  'e2e/people.ts',
]
const named = (...names: readonly string[]) => namedTests('/clone', names, FILES)
const none = { units: [], open: [], people: [] }

test.each([
  ['a path', ['apps/server/src/main.test.ts'], { ...none, units: ['apps/server/src/main.test.ts'] }],
  ['a path from here', ['./checks/sources.test.ts'], { ...none, units: ['checks/sources.test.ts'] }],
  ['an absolute path', ['/clone/apps/web/src/row.test.tsx'], { ...none, units: ['apps/web/src/row.test.tsx'] }],
  ['a file of the full tier', ['crashes'], { ...none, units: ['apps/server/src/reliability/server/crashes.test.ts'] }],
  [
    'a folder, without its load tests',
    ['apps/server/src/reliability/server/'],
    { ...none, units: ['apps/server/src/reliability/server/crashes.test.ts'] },
  ],
  [
    'one journey of two that end alike',
    ['e2e/list/opportunities.spec.ts'],
    { ...none, open: ['e2e/list/opportunities.spec.ts'] },
  ],
  [
    'a part of several names, and one of them again',
    ['opportunities', 'e2e/people/list/opportunities.spec.ts', 'row'],
    {
      units: ['apps/web/src/row.test.tsx'],
      open: ['e2e/list/opportunities.spec.ts'],
      people: ['e2e/people/list/opportunities.spec.ts'],
    },
  ],
])('%s', (_name, names, tests) => {
  expect(named(...names)).toEqual({ kind: 'named', tests })
})

test.each([
  ['a name of nothing', ['main.test', 'nowhere'], ['nowhere matches no test file']],
  ['a file that is no test', ['apps/server/src/main.ts'], ['apps/server/src/main.ts matches no test file']],
  ['an option', ['--bail'], ['--bail matches no test file']],
  ['nothing', [''], [' matches no test file']],
  ['a load test', [SOAK], [`${SOAK} runs at full length only: npm run test:long -- ${SOAK}`]],
  ['load tests only', ['soak'], ['soak matches load tests only: npm run test:long']],
])('%s is refused', (_name, names, problems) => {
  expect(named(...names)).toEqual({ kind: 'refused', problems })
})
