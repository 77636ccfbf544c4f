import { expect, test } from 'vitest'
import { seededRandom } from '../system/randomness.ts'
import { FrameReader, framesOf } from './state-frames.ts'

const version = (count: number) => ({ epoch: 3, count })

test('a state in parts is whole or not at all, whatever is lost, repeated or mixed', () => {
  const random = seededRandom(11)
  const big = Uint8Array.from({ length: 950 }, (_, nth) => nth % 251)
  const frames = framesOf(1n, version(7), big, 132) ?? []
  expect(frames).toHaveLength(10)
  const whole = (reader: FrameReader, all: readonly Uint8Array[]) =>
    all.map((frame) => reader.read(frame)).filter(({ kind }) => kind === 'whole')
  expect(whole(new FrameReader(), frames)).toEqual([{ kind: 'whole', version: version(7), bytes: big }])
  const others = framesOf(2n, version(8), big.toReversed(), 132) ?? []
  // Frames of two publishers at a time do not mix.
  expect(
    whole(
      new FrameReader(),
      frames.flatMap((frame, nth) => [frame, others[nth] ?? frame]),
    ),
  ).toHaveLength(2)
  const later = framesOf(1n, version(8), big, 132) ?? []
  for (let run = 0; run < 2_000; run++) {
    const reader = new FrameReader()
    const kept = frames.filter(() => random() < 0.9).flatMap((frame) => (random() < 0.1 ? [frame, frame] : [frame]))
    for (const told of whole(reader, kept)) expect(told).toMatchObject({ version: version(7), bytes: big })
    // After any frames before, the next whole state is read.
    expect(whole(reader, later)).toMatchObject([{ version: version(8), bytes: big }])
  }
  expect(framesOf(1n, version(1), new Uint8Array(70_000), 33)).toBeNull()
  expect(framesOf(1n, version(1), new Uint8Array(1), 32)).toBeNull()
})
