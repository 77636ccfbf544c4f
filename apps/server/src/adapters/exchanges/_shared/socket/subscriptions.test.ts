import { expect, test } from 'vitest'
import { type SubscriptionRequest, Subscriptions } from './subscriptions.ts'

function subscribed(symbols: readonly string[], startsAnew = true): Subscriptions {
  const subscriptions = new Subscriptions(startsAnew)
  for (const symbol of symbols) subscriptions.add(symbol)
  return subscriptions
}

/** Sends all that is due and returns it. */
function flush(subscriptions: Subscriptions, id: number, now: number, limit = 10) {
  const request = subscriptions.next(limit)
  if (request !== null) subscriptions.sent(request, id, now)
  return request
}

test('requests hold no more names than the exchange takes', () => {
  const subscriptions = subscribed(['A', 'B', 'C'])
  expect(flush(subscriptions, 1, 0, 2)?.symbols).toEqual(['A', 'B'])
  expect(flush(subscriptions, 2, 0, 2)?.symbols).toEqual(['C'])
  expect(flush(subscriptions, 3, 0, 2)).toBeNull()
})

test('an ack by request id is for what the request named, one by symbol for that one', () => {
  const subscriptions = subscribed(['A', 'B'])
  flush(subscriptions, 7, 0)
  expect(subscriptions.acknowledged('subscribe', null, '8')).toEqual([])
  expect(subscriptions.acknowledged('subscribe', 'A', null)).toEqual(['A'])
  expect(subscriptions.acknowledged('subscribe', null, '7')).toEqual(['A', 'B'])
  expect(subscriptions.count('confirmed')).toBe(0)
})

test('[F4] the one of 200 that nobody confirms is asked again and reported within 15 s', () => {
  const names = Array.from({ length: 200 }, (_, n) => `S${n}`)
  const subscriptions = subscribed(names)
  let id = 0
  const asked: number[] = []
  let reportedAt = Number.NaN
  for (let now = 0; now <= 20_000; now += 250) {
    if (subscriptions.overdue(now).includes('S77')) reportedAt = now
    for (let request = flush(subscriptions, ++id, now); request !== null; request = flush(subscriptions, ++id, now)) {
      if (request.symbols.includes('S77')) asked.push(now)
      for (const symbol of request.symbols) if (symbol !== 'S77') subscriptions.seen(symbol)
    }
  }
  expect(asked).toEqual([0, 5_000, 10_000, 15_000])
  expect(reportedAt).toBeLessThanOrEqual(15_000)
  expect(subscriptions.count('confirmed')).toBe(199)
  expect(subscriptions.overdueCount).toBe(1)
})

test.each([
  ['unsubscribed first where only that brings a snapshot', true, 'unsubscribe'],
  ['simply asked again elsewhere', false, 'subscribe'],
] as const)('[F4] a name that is acknowledged and stays silent is %s', (_, startsAnew, op) => {
  const subscriptions = subscribed(['A', 'B'], startsAnew)
  flush(subscriptions, 1, 0)
  expect(subscriptions.acknowledged('subscribe', null, '1')).toEqual(['A', 'B'])
  subscriptions.seen('A')
  expect(subscriptions.isConfirmed('A')).toBe(true)
  expect(subscriptions.isConfirmed('B')).toBe(false)
  subscriptions.overdue(5_000)
  expect(flush(subscriptions, 2, 5_000)).toEqual({ op, symbols: ['B'] })
})

test('one bad name among many does not take the others with it', () => {
  const subscriptions = subscribed(['A', 'BAD', 'C'])
  flush(subscriptions, 1, 0)
  expect(subscriptions.refused(null, '1', 100)).toEqual([])
  subscriptions.overdue(600)
  const alone = [2, 3, 4].map((id) => flush(subscriptions, id, 600)?.symbols)
  expect(alone).toEqual([['A'], ['BAD'], ['C']])
  subscriptions.seen('A')
  expect(subscriptions.refused(null, '3', 700)).toEqual(['BAD'])
  subscriptions.seen('C')
  expect([subscriptions.count('confirmed'), subscriptions.count('refused')]).toEqual([2, 1])
})

test('a refusal that names nothing is of the oldest request without an answer', () => {
  const subscriptions = subscribed(['A', 'BAD', 'C'])
  for (const id of [1, 2, 3]) subscriptions.sent(subscriptions.next(1) as SubscriptionRequest, id, 0)
  expect(subscriptions.acknowledged('subscribe', 'A', null)).toEqual(['A'])
  expect(subscriptions.refused(null, null, 10)).toEqual(['BAD'])
  subscriptions.seen('C')
  expect(subscriptions.refused(null, null, 20)).toEqual([])
})

test('a refused name is asked again after a minute', () => {
  const subscriptions = subscribed(['BAD'])
  flush(subscriptions, 1, 0)
  subscriptions.refused('BAD', null, 0)
  subscriptions.overdue(59_000)
  expect(subscriptions.next(10)).toBeNull()
  subscriptions.overdue(60_000)
  expect(subscriptions.next(10)?.symbols).toEqual(['BAD'])
})

test('[F18] a name that the exchange takes for subscribed is left and asked for again, once a minute', () => {
  const subscriptions = subscribed(['A'])
  flush(subscriptions, 1, 0)
  const refuse = (id: string, now: number) => subscriptions.refused(null, id, now, true)
  expect(refuse('1', 10)).toEqual([])
  expect(flush(subscriptions, 2, 20)).toEqual({ op: 'unsubscribe', symbols: ['A'] })
  subscriptions.acknowledged('unsubscribe', 'A', null)
  expect(flush(subscriptions, 3, 30)).toEqual({ op: 'subscribe', symbols: ['A'] })
  // Unsubscribed, and still refused as already subscribed: no further request follows at once.
  expect(refuse('3', 40)).toEqual(['A'])
  subscriptions.overdue(59_000)
  expect(subscriptions.next(10)).toBeNull()
  subscriptions.overdue(60_100)
  expect(flush(subscriptions, 4, 60_100)).toEqual({ op: 'subscribe', symbols: ['A'] })
  expect(refuse('4', 60_110)).toEqual([])
  subscriptions.overdue(61_000)
  expect(flush(subscriptions, 5, 61_000)).toEqual({ op: 'unsubscribe', symbols: ['A'] })
})

test('to subscribe again is to unsubscribe, hear so or wait a second, and subscribe', () => {
  const subscriptions = subscribed(['A', 'B'])
  flush(subscriptions, 1, 0)
  subscriptions.acknowledged('subscribe', null, '1')
  subscriptions.again('A')
  subscriptions.again('B')
  expect(flush(subscriptions, 2, 100)).toEqual({ op: 'unsubscribe', symbols: ['A', 'B'] })
  expect(subscriptions.next(10)).toBeNull()
  subscriptions.acknowledged('unsubscribe', 'A', null)
  expect(flush(subscriptions, 3, 200)).toEqual({ op: 'subscribe', symbols: ['A'] })
  subscriptions.overdue(1_100)
  expect(flush(subscriptions, 4, 1_100)).toEqual({ op: 'subscribe', symbols: ['B'] })
})

test('an unwanted name is unsubscribed and forgotten, unless it is wanted again meanwhile', () => {
  const subscriptions = subscribed(['A', 'B'])
  flush(subscriptions, 1, 0)
  subscriptions.acknowledged('subscribe', null, '1')
  subscriptions.remove('A')
  subscriptions.remove('B')
  flush(subscriptions, 2, 0)
  subscriptions.add('B')
  subscriptions.acknowledged('unsubscribe', null, '2')
  expect(subscriptions.symbols).toEqual(['B'])
  expect(subscriptions.next(10)).toEqual({ op: 'subscribe', symbols: ['B'] })
})
