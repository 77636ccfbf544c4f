import { expect, expectTypeOf, test } from 'vitest'
import { rawStart, readRaw, type Values } from './form-values.ts'

const NAMES = ['name', 'plan', 'isOn', 'amount', 'limit'] as const
const START = { plan: 'yearly', isOn: true, amount: 12.5, limit: null }

test('each control shows its initial value, a number as a person types it', () => {
  expect(rawStart(NAMES, START)).toEqual({ name: '', plan: 'yearly', isOn: true, amount: '12,5', limit: '' })
})

test('a typed value keeps the type of its initial value', () => {
  const raw = { name: '12', plan: 'monthly', isOn: false, amount: '1.500', limit: '' }
  expect(readRaw(NAMES, START, raw)).toEqual({
    values: { name: '12', plan: 'monthly', isOn: false, amount: 1500, limit: null },
    unreadable: {},
  })
})

test('a number that cannot be read is a problem of its field, not an empty field', () => {
  expect(readRaw(NAMES, START, { ...rawStart(NAMES, START), limit: 'on iki' }).unreadable).toEqual({
    limit: 'Bir sayı yazın.',
  })
})

test('the compiler knows the types', () => {
  expectTypeOf<Values<'name' | 'isOn' | 'limit', { isOn: true; limit: null }>>().toEqualTypeOf<{
    readonly name: string
    readonly isOn: boolean
    readonly limit: number | null
  }>()
})
