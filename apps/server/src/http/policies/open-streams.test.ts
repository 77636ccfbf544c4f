import { expect, test } from 'vitest'
import { OpenStreams } from './open-streams.ts'

const visitor = (address: string) => ({ address, userId: null })
const user = (userId: string, address = '198.51.100.1') => ({ address, userId })
const nothing = () => undefined
/** An address of its own for each number. */
const away = (at: number) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`

test('[SEC-64] an address has five hundred streams open, and one that ends makes room for one', () => {
  const open = new OpenStreams(1)
  const leave = open.enter(visitor('192.0.2.1'), nothing)
  for (let at = 1; at < 500; at++)
    expect([at, open.enter(visitor('::ffff:192.0.2.1'), nothing)]).toEqual([at, expect.any(Function)])
  expect(open.enter(visitor('192.0.2.1'), nothing)).toBe('rate-limited')
  const other = open.enter(visitor('192.0.2.2'), nothing)
  expect(other).toEqual(expect.any(Function))
  if (typeof leave === 'string') throw new Error(leave)
  leave()
  leave()
  expect(open.enter(visitor('192.0.2.1'), nothing)).toEqual(expect.any(Function))
  expect(open.enter(visitor('192.0.2.1'), nothing)).toBe('rate-limited')
  expect(open.shared).toEqual({ used: 501, waiting: 0, refused: 2 })
})

test('[SEC-64] a user has five open, wherever they come from', () => {
  const open = new OpenStreams(1)
  const all = Array.from({ length: 6 }, (_, at) => open.enter(user('elif', away(at)), nothing))
  expect(all.map((one) => typeof one)).toEqual([...Array(5).fill('function'), 'string'])
  expect(open.enter(user('can'), nothing)).toEqual(expect.any(Function))
})

test('[SEC-64] beyond what memory bears nobody opens another, from wherever', () => {
  const open = new OpenStreams(1)
  for (let at = 0; at < 20_000; at++) open.enter(user(`user ${at}`, away(at)), nothing)
  expect([open.enter(user('one more'), nothing), open.enter(visitor('192.0.2.1'), nothing)]).toEqual([
    'unavailable',
    'unavailable',
  ])
})

test('visitors leave a fifth of all streams to people who are logged in, and share theirs by address', () => {
  const open = new OpenStreams(1)
  const ended: string[] = []
  const crowd = Array.from({ length: 32 }, (_, at) => `203.0.113.${at}`)
  for (const address of crowd) for (let at = 0; at < 500; at++) open.enter(visitor(address), () => ended.push(address))
  // All of the visitors' places belong to 32 addresses; a visitor from elsewhere takes one of them.
  expect(open.enter(visitor('192.0.2.7'), () => ended.push('192.0.2.7'))).toEqual(expect.any(Function))
  expect(ended).toEqual([crowd[0]])
  expect(open.enter(visitor(crowd[1] ?? ''), nothing)).toBe('rate-limited')
  for (let at = 0; at < 4_000; at++)
    expect(open.enter(user(`user ${at}`, away(at)), nothing)).toEqual(expect.any(Function))
  expect(ended).toHaveLength(1)
})

test('where all streams are taken, somebody who is logged in takes a visitor’s, and no visitor takes theirs', () => {
  const open = new OpenStreams(1)
  const ended: string[] = []
  for (let at = 0; at < 16_000; at++) open.enter(visitor(away(at)), () => ended.push(away(at)))
  for (let at = 0; at < 4_000; at++) open.enter(user(`user ${at}`, `192.168.${at >> 8}.${at & 255}`), nothing)
  expect(open.enter(visitor('192.0.2.7'), nothing)).toBe('unavailable')
  expect(open.enter(user('one more'), nothing)).toEqual(expect.any(Function))
  expect(ended).toHaveLength(1)
})
