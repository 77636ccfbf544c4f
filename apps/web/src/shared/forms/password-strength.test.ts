import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  [0, 6, 'empty'],
  [5, 6, 'short'],
  [6, 6, 'weak'],
  [7, 6, 'weak'],
  [8, 6, 'fair'],
  [14, 6, 'fair'],
  [15, 6, 'long'],
  [14, 15, 'short'],
  [15, 15, 'long'],
] as const)('%i characters where %i are wanted are %s', (length, least, strength) => {
  expect(passwordStrength(length, least)).toBe(strength)
})
