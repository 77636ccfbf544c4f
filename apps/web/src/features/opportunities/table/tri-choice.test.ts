import { describe, expect, test } from 'vitest'
import { readChoice } from './tri-choice.ts'
import { DEFAULT_OPTIONAL, OPTIONAL_COLUMNS, triColumns } from './tri-columns.tsx'

describe('[OPP-34] the remembered choice of columns', () => {
  test.each([
    ['nothing', null],
    ['no JSON', '{gross'],
    ['no list', '{"gross":true}'],
  ])('%s is the default', (_name, stored) => {
    expect(readChoice(stored)).toBe(DEFAULT_OPTIONAL)
  })

  test('is read back in the order in which columns stand; unknown names are left out', () => {
    expect(readChoice('["confidence","gross","netROI","x",7]')).toEqual(['gross', 'confidence'])
  })

  test('may be empty', () => {
    expect(readChoice('[]')).toEqual([])
  })
})

const ids = (chosen: Parameters<typeof triColumns>[0]) => triColumns(chosen).all.map(({ id }) => id)

test('[OPP-33] [OPP-34] [OPP-35] start, exchange, cycle, net figures, age and action stand whatever is chosen', () => {
  expect(ids([])).toEqual(['base', 'exchange', 'cycle', 'netROI', 'netPNL', 'age', 'action'])
  expect(triColumns([]).sticky).toBe(3)
  expect(ids(OPTIONAL_COLUMNS)).toEqual([
    'base',
    'exchange',
    'cycle',
    'gross',
    'cost',
    'fees',
    'slippage',
    'netROI',
    'netPNL',
    'executable',
    'ttlPing',
    'ttl',
    'ping',
    'confidence',
    'age',
    'action',
  ])
})
