import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

test('a hundred characters are whole, one more is cut and says so', () => {
  expect(excerptOf('a'.repeat(100))).toBe('a'.repeat(100))
  expect(excerptOf('a'.repeat(101))).toBe(`${'a'.repeat(100)}…`)
  expect(excerptOf('😀'.repeat(101))).toBe(`${'😀'.repeat(100)}…`)
  expect(excerptOf('bir\n\n  iki')).toBe('bir iki')
})
