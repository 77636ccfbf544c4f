import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answered, creatingKey, forgetCalls } from './creating-key.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a repeated call without an answer has the same key', () => {
  const first = creatingKey('user /api/tickets {"title":"A"}')
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(creatingKey('user /api/tickets {"title":"A"}')).toBe(first)
})

test('an answered call, another call and another body have other keys', () => {
  const first = creatingKey('user /api/paper-trades {"amount":100}')
  expect(creatingKey('user /api/paper-trades {"amount":200}')).not.toBe(first)
  expect(creatingKey('user /api/tickets {"amount":100}')).not.toBe(first)
  answered('user /api/paper-trades {"amount":100}')
  expect(creatingKey('user /api/paper-trades {"amount":100}')).not.toBe(first)
})

test('calls to the path of what was deleted get new keys', () => {
  const key = creatingKey('user /api/api-keys/demo {"exchange_name":"okx"}')
  const text = creatingKey('user /api/tickets {"title":"/api/api-keys"}')
  forgetCalls('/api/api-keys')
  expect(creatingKey('user /api/api-keys/demo {"exchange_name":"okx"}')).not.toBe(key)
  expect(creatingKey('user /api/tickets {"title":"/api/api-keys"}')).toBe(text)
})

test.each([
  ['a text is sent again as long as the server knows it, a day', 'user /api/tickets {"title":"B"}', 24 * 3_600_000],
  ['a connection may be wanted anew after two minutes', 'user /api/api-keys/demo {"name":"tickets"}', 120_000],
])('of unanswered calls %s from the first sending', (_what, call, ms) => {
  const first = creatingKey(call)
  vi.advanceTimersByTime(ms - 1)
  expect(creatingKey(call)).toBe(first)
  // Times are fractions, whose difference may lack the last bit.
  vi.advanceTimersByTime(2)
  expect(creatingKey(call)).not.toBe(first)
})
