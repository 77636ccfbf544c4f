import { expect, test } from 'vitest'
import { seededRandom } from '../system/randomness.ts'
import { MessageCodes } from './message-codes.ts'
import { FrameReader, framesOf as framesUnder } from './state-frames.ts'
import { TEST_BUS_KEY } from './testing/heard.ts'

const codes = new MessageCodes(() => [TEST_BUS_KEY]).of('state', 'market.0')
const framesOf = (publisher: bigint, at: ReturnType<typeof version>, bytes: Uint8Array, mostBytes: number) =>
  framesUnder(codes, publisher, at, bytes, mostBytes)
const version = (count: number) => ({ epoch: 3, count })

test('a state in parts is whole or not at all, whatever is lost, repeated or mixed', () => {
  const random = seededRandom(11)
  const big = Uint8Array.from({ length: 950 }, (_, nth) => nth % 251)
  const frames = framesOf(1n, version(7), big, 164) ?? []
  expect(frames).toHaveLength(10)
  const whole = (reader: FrameReader, all: readonly Uint8Array[]) =>
    all.map((frame) => reader.read(frame)).filter(({ kind }) => kind === 'whole')
  expect(whole(new FrameReader(codes), frames)).toEqual([{ kind: 'whole', version: version(7), bytes: big }])
  const others = framesOf(2n, version(8), big.toReversed(), 164) ?? []
  // Frames of two publishers at a time do not mix.
  expect(
    whole(
      new FrameReader(codes),
      frames.flatMap((frame, nth) => [frame, others[nth] ?? frame]),
    ),
  ).toHaveLength(2)
  const later = framesOf(1n, version(8), big, 164) ?? []
  for (let run = 0; run < 2_000; run++) {
    const reader = new FrameReader(codes)
    const kept = frames.filter(() => random() < 0.9).flatMap((frame) => (random() < 0.1 ? [frame, frame] : [frame]))
    for (const told of whole(reader, kept)) expect(told).toMatchObject({ version: version(7), bytes: big })
    // After any frames before, the next whole state is read.
    expect(whole(reader, later)).toMatchObject([{ version: version(8), bytes: big }])
  }
  expect(framesOf(1n, version(1), new Uint8Array(70_000), 65)).toBeNull()
  expect(framesOf(1n, version(1), new Uint8Array(1), 64)).toBeNull()
})
