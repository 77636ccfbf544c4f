import { expect, test } from 'vitest'
import { MAX_FRAME_BYTES } from '../parse/frame-limits.ts'
import { TextFrames } from './text-frames.ts'

/** A frame with its head in the shortest form; `first` is its first byte. */
function frameOf(first: number, payload: Uint8Array): Buffer {
  const { length } = payload
  const head = length < 126 ? Buffer.from([first, length]) : Buffer.alloc(length < 65_536 ? 4 : 10)
  if (length >= 126) {
    head.set([first, length < 65_536 ? 126 : 127])
    if (length < 65_536) head.writeUInt16BE(length, 2)
    else head.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([head, payload])
}
const text = (payload: string) => frameOf(0x81, Buffer.from(payload))
const ping = (payload: string) => frameOf(0x89, Buffer.from(payload))

/** What is told of a stream that comes in pieces of `size` bytes: texts, pings, pongs and the rest, in their order. */
function told(stream: Buffer, size = stream.length, isOver: (texts: number) => boolean = () => false) {
  const told: string[] = []
  let rest: Buffer | null = null
  const frames = new TextFrames({
    text: (payload) => told.push(Buffer.from(payload).toString()),
    ping: (frame) => told.push(`ping ${Buffer.from(frame).toString('hex')}`),
    rest: (bytes) => {
      rest = Buffer.from(bytes)
    },
    isOver: () => isOver(told.length),
  })
  for (let at = 0; at < stream.length; at += size) {
    const piece = stream.subarray(at, at + size)
    if (rest === null) frames.chunk(piece)
    else rest = Buffer.concat([rest, piece])
  }
  return { told, rest: rest as Buffer | null }
}

test('however a stream is cut, its texts, pings and pongs are told whole and in order', () => {
  const payloads = ['', 'a', 'b'.repeat(125), 'c'.repeat(126), 'd'.repeat(300)]
  const frames = payloads.flatMap((payload) => [text(payload), ping(payload.slice(0, 20)), frameOf(0x8a, Buffer.of())])
  const expected = payloads.flatMap((payload) => [
    payload,
    `ping ${ping(payload.slice(0, 20)).toString('hex')}`,
    'ping 8a00',
  ])
  const stream = Buffer.concat(frames)
  for (let size = 1; size <= stream.length; size++) expect(told(stream, size)).toEqual({ told: expected, rest: null })
})

test.each([65_535, 65_536, MAX_FRAME_BYTES])('a text of %d bytes is told whole', (length) => {
  const payload = 'x'.repeat(length)
  for (const size of [1_000, 65_536, length + 20]) {
    const { told: texts, rest } = told(Buffer.concat([text(payload), text('next')]), size)
    expect(texts.map((one) => one.length)).toEqual([length, 4])
    expect(rest).toBeNull()
  }
})

test('a length in more bytes than it needs is read', () => {
  const long = Buffer.from([0x81, 127, 0, 0, 0, 0, 0, 0, 0, 2, 0x68, 0x69, 0x81, 126, 0, 1, 0x21])
  for (let size = 1; size <= long.length; size++) expect(told(long, size).told).toEqual(['hi', '!'])
})

const tooLong = Buffer.alloc(10)
tooLong.set([0x81, 127])
tooLong.writeBigUInt64BE(BigInt(MAX_FRAME_BYTES + 1), 2)

test.each([
  ['a fragment', frameOf(0x01, Buffer.from('part'))],
  ['a continuation', frameOf(0x80, Buffer.from('part'))],
  ['a binary frame', frameOf(0x82, Buffer.from('part'))],
  ['a compressed frame', frameOf(0xc1, Buffer.from('part'))],
  ['a reserved bit', frameOf(0xa1, Buffer.from('part'))],
  ['a close frame', frameOf(0x88, Buffer.from([0x0f, 0xa1]))],
  ['a reserved kind', frameOf(0x8b, Buffer.from('part'))],
  ['a masked text', Buffer.from([0x81, 0x84, 1, 2, 3, 4, 5, 6, 7, 8])],
  ['a masked ping', Buffer.from([0x89, 0x80, 1, 2, 3, 4])],
  ['a ping in fragments', frameOf(0x09, Buffer.from('part'))],
  ['a ping longer than 125 bytes', frameOf(0x89, Buffer.alloc(126))],
  ['a text above the limit', tooLong],
  [
    'a text of more bytes than a number can count',
    Buffer.from([0x81, 127, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
  ],
])('%s is left to the general receiver from its first byte on', (_, unusual) => {
  const left = Buffer.concat([unusual, text('later')])
  const stream = Buffer.concat([text('before'), left])
  for (let size = 1; size <= stream.length; size++) {
    const { told: texts, rest } = told(stream, size)
    expect(texts).toEqual(['before'])
    expect(rest?.toString('hex')).toBe(left.toString('hex'))
  }
})

test('nothing is told once it no longer counts', () => {
  const stream = Buffer.concat([text('a'), text('b'), text('c')])
  for (let size = 1; size <= stream.length; size++)
    expect(told(stream, size, (texts) => texts === 2).told).toEqual(['a', 'b'])
})
