import { expect, test } from 'vitest'
import { type AccountQuestion, QuestionAllowance } from './question-allowance.ts'

const T = 1_000_000
const about = (userId: string, change: Partial<AccountQuestion> = {}): AccountQuestion => ({
  exchange: 'binance',
  isTestnet: false,
  userId,
  ...change,
})

/** How many of `count` questions at one moment are let through. */
const passed = (allowance: QuestionAllowance, question: AccountQuestion, now: number, count = 30) =>
  Array.from({ length: count }, () => allowance.take(question, now)).filter((isLeft) => isLeft).length

test('one person with many connections and tabs takes a share, and leaves the rest to others', () => {
  const allowance = new QuestionAllowance()
  expect(passed(allowance, about('greedy'), T)).toBe(5)
  expect(passed(allowance, about('a'), T)).toBe(5)
  expect(passed(allowance, about('b'), T)).toBe(5)
  expect(passed(allowance, about('greedy'), T + 4_000)).toBe(2)
  expect(allowance.shared).toEqual({ used: 0, waiting: 0, refused: 3 * 25 + 28 })
})

test('all together ask an exchange 20 times at once and twice a second', () => {
  const allowance = new QuestionAllowance()
  const users = Array.from({ length: 40 }, (_, at) => `person ${at}`)
  const all = (now: number) => users.filter((one) => allowance.take(about(one), now)).length
  expect([all(T), all(T), all(T + 3_000)]).toEqual([20, 0, 6])
})

test('test networks and other exchanges have allowances of their own', () => {
  const allowance = new QuestionAllowance()
  for (let at = 0; at < 20; at++) allowance.take(about(`person ${at}`, { isTestnet: true }), T)
  expect(passed(allowance, about('a', { isTestnet: true }), T)).toBe(0)
  expect(passed(allowance, about('a'), T)).toBe(5)
  expect(passed(allowance, about('a', { exchange: 'okx' }), T)).toBe(5)
})

test('a clock that is set back gives nothing away', () => {
  const allowance = new QuestionAllowance()
  passed(allowance, about('a'), T)
  expect(passed(allowance, about('a'), T - 60_000)).toBe(0)
})
