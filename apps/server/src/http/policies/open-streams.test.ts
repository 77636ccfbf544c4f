import { expect, test } from 'vitest'
import { OpenStreams } from './open-streams.ts'

test('[SEC-64] an address has five hundred streams open, and one that ends makes room for one', () => {
  const open = new OpenStreams(1)
  const leave = open.enter('192.0.2.1')
  for (let at = 1; at < 500; at++) {
    expect([at, open.refusal('192.0.2.1')]).toEqual([at, null])
    open.enter('::ffff:192.0.2.1')
  }
  expect([open.refusal('192.0.2.1'), open.refusal('192.0.2.2')]).toEqual(['rate-limited', null])
  leave()
  leave()
  expect(open.refusal('192.0.2.1')).toBeNull()
  open.enter('192.0.2.1')
  expect(open.refusal('192.0.2.1')).toBe('rate-limited')
})

test('[SEC-64] beyond what memory bears nobody opens another, from wherever', () => {
  const open = new OpenStreams(1)
  for (let at = 0; at < 20_000; at++) open.enter(`10.${at >> 8}.${at & 255}.1`)
  expect(open.refusal('192.0.2.1')).toBe('unavailable')
})

test('[SEC-64] visitors leave a fifth of all streams to people who are logged in', () => {
  const open = new OpenStreams(1)
  const leave = open.enter('192.0.2.7', true)
  for (let at = 1; at < 16_000; at++) open.enter(`10.${at >> 8}.${at & 255}.1`, true)
  expect([open.refusal('192.0.2.1', true), open.refusal('192.0.2.1')]).toEqual(['unavailable', null])
  leave()
  expect(open.refusal('192.0.2.1', true)).toBeNull()
})
