import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

test('a hundred characters stay whole; a longer text is cut and marked', () => {
  expect(excerptOf('a'.repeat(100))).toBe('a'.repeat(100))
  expect(excerptOf('a'.repeat(101))).toBe(`${'a'.repeat(100)}…`)
  expect(excerptOf('😀'.repeat(101))).toBe(`${'😀'.repeat(100)}…`)
  expect(excerptOf('bir\n\n  iki')).toBe('bir iki')
})
