import { expect, test } from 'vitest'
import { BUFFER_LIMIT, StreamClient, type StreamSink } from './stream-client.ts'

const SNAPSHOT = Buffer.from('newest')

/** A socket that takes `room` bytes until it is drained. */
class Pipe {
  taken = ''
  ended: string | null = null
  isCut = false
  room = Number.POSITIVE_INFINITY
  #drained: () => void = () => undefined
  readonly sink = {
    write: (piece: Buffer) => {
      this.taken += piece.toString()
      this.room -= piece.length
      return this.room > 0
    },
    end: (words?: Buffer) => {
      this.ended = words?.toString() ?? ''
    },
    destroy: () => {
      this.isCut = true
    },
    socket: null,
    writableLength: 0,
    on: (event: string, heard: () => void) => {
      if (event === 'drain') this.#drained = heard
    },
  } as unknown as StreamSink

  drain(room = Number.POSITIVE_INFINITY): void {
    this.room = room
    this.#drained()
  }
}

const start = (room: number) => {
  const pipe = new Pipe()
  pipe.room = room
  return { pipe, client: new StreamClient(pipe.sink, () => SNAPSHOT) }
}

test('a quick reader gets every event in order', () => {
  const { pipe, client } = start(Number.POSITIVE_INFINITY)
  for (const text of ['a', 'b', 'c']) client.send(Buffer.from(text), 'delta', 1)
  expect(pipe.taken).toBe('abc')
  expect(client.waiting).toBe(0)
})

test('what a slow reader has not taken yet comes later, in order and unbroken', () => {
  const { pipe, client } = start(1)
  const big = Buffer.from('x'.repeat(100_000))
  client.send(big, 'snapshot', 0)
  client.send(Buffer.from('<1>'), 'delta', 0)
  client.send(Buffer.from('<2>'), 'delta', 0)
  expect(client.waiting).toBeGreaterThan(0)
  pipe.drain()
  expect(pipe.taken).toBe(`${'x'.repeat(100_000)}<1><2>`)
})

test('[C1] never more than 256 KiB wait for one reader, the event being added included', () => {
  const { pipe, client } = start(1)
  const event = Buffer.from(`${'y'.repeat(50_000)}|`)
  let most = 0
  for (let at = 0; at < 100; at++) {
    client.send(event, 'delta', at)
    most = Math.max(most, client.waiting)
  }
  expect(most).toBeGreaterThan(150_000)
  expect(most).toBeLessThanOrEqual(BUFFER_LIMIT)
  expect(pipe.taken.length).toBeLessThan(50_000)
})

test('[C1] what was dropped is made good by one snapshot of the newest state, after the event in hand', () => {
  const { pipe, client } = start(1)
  const event = Buffer.from(`${'z'.repeat(100_000)}|`)
  for (let at = 0; at < 4; at++) client.send(event, 'delta', at)
  client.send(Buffer.from('late'), 'delta', 5)
  pipe.drain()
  expect(pipe.taken).toBe(`${event.toString()}newest`)
  client.send(Buffer.from('next'), 'delta', 6)
  expect(pipe.taken.endsWith('newestnext')).toBe(true)
})

test('a list that is longer than all that may wait is sent once, with what comes meanwhile behind it', () => {
  const { pipe, client } = start(1)
  const list = Buffer.from('l'.repeat(2 * BUFFER_LIMIT))
  client.send(list, 'snapshot', 0)
  client.send(Buffer.from('<status>'), 'other', 0)
  client.send(Buffer.from('<change>'), 'delta', 0)
  pipe.drain()
  expect(pipe.taken).toBe(`${list.toString()}<status><change>`)
  expect(client.waiting).toBe(0)
})

test('[C1] behind such a list no more than 256 KiB wait either, and a reader that takes nothing of it is too slow', () => {
  const { pipe, client } = start(1)
  const list = Buffer.from('l'.repeat(2 * BUFFER_LIMIT))
  client.send(list, 'snapshot', 0)
  const change = Buffer.from('c'.repeat(50_000))
  let most = 0
  for (let at = 1; at < 100; at++) {
    client.send(change, 'delta', at)
    most = Math.max(most, client.waiting)
  }
  expect(most).toBeLessThanOrEqual(list.length + BUFFER_LIMIT)
  expect(client.isTooSlow(20_000)).toBe(true)
  pipe.drain()
  expect(pipe.taken).toBe(`${list.toString()}newest`)
})

test('a status that finds no room is left out, and no list is sent for it', () => {
  const { pipe, client } = start(1)
  const list = Buffer.from('l'.repeat(BUFFER_LIMIT - 10))
  client.send(list, 'snapshot', 0)
  client.send(Buffer.from('<a long status>'.repeat(4_000)), 'other', 0)
  pipe.drain()
  expect(pipe.taken).toBe(list.toString())
})

test('[C1] a newer snapshot takes the place of one that waits', () => {
  const { pipe, client } = start(1)
  client.send(Buffer.from('first'), 'snapshot', 0)
  client.send(Buffer.from('second'), 'snapshot', 5_000)
  client.send(Buffer.from('third'), 'snapshot', 10_000)
  pipe.drain()
  expect(pipe.taken).toBe('firstthird')
})

test('[C1] a reader that stays behind for ten seconds is too slow, one that catches up is not', () => {
  const { pipe, client } = start(1)
  const event = Buffer.from(`${'w'.repeat(200_000)}|`)
  client.send(event, 'delta', 0)
  client.send(event, 'delta', 1_000)
  expect(client.isTooSlow(11_000)).toBe(false)
  expect(client.isTooSlow(11_001)).toBe(true)
  pipe.drain()
  expect(client.isTooSlow(60_000)).toBe(false)
  client.cut()
  expect(pipe.isCut).toBe(true)
})

test('[C1] a reader that takes nothing is too slow, however small the snapshots are that wait for it', () => {
  const { pipe, client } = start(1)
  for (let second = 0; second <= 20; second += 5) client.send(Buffer.from(`at ${second};`), 'snapshot', second * 1_000)
  // The first event went out, the second waited when the third came.
  expect(client.isTooSlow(20_000)).toBe(false)
  expect(client.isTooSlow(20_001)).toBe(true)
  pipe.drain()
  expect(client.isTooSlow(60_000)).toBe(false)
})

test('the last words are left out in the middle of an event', () => {
  const whole = start(Number.POSITIVE_INFINITY)
  whole.client.send(Buffer.from('a'), 'delta', 0)
  whole.client.end(Buffer.from('bye'))
  expect(whole.pipe.ended).toBe('bye')
  const half = start(1)
  half.client.send(Buffer.from('x'.repeat(100_000)), 'snapshot', 0)
  half.client.end(Buffer.from('bye'))
  expect(half.pipe.ended).toBe('')
})
