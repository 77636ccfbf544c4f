import { expect, test } from 'vitest'
import { ListView } from '../presenters/market-view.ts'
import { LiveTrack } from './live-track.ts'
import { ModeStreams } from './mode-streams.ts'

/** JSON text that counts how often it was serialised. */
class CountedText {
  written = 0
  readonly length: number
  constructor(length: number) {
    this.length = length
  }
  toString(): string {
    this.written++
    return `"${'x'.repeat(this.length - 2)}"`
  }
}

const view = (revision: number, text = new CountedText(10)) =>
  new ListView('live', 1_763_636_601_000, [{ id: 'a', revision, json: text as unknown as string }], 0)

/** A track after `count` changes, one each 250 ms. */
function moved(count: number, length: number) {
  const track = new LiveTrack('l', view(0))
  const texts: CountedText[] = []
  for (let number = 1; number <= count; number++) {
    const text = new CountedText(length)
    texts.push(text)
    track.move(view(number, text), number * 250)
  }
  return { track, texts }
}

test('a change that nobody reads is never written out; one that many read is written once', () => {
  const { track, texts } = moved(3, 10)
  expect(texts.map(({ written }) => written)).toEqual([0, 0, 0])
  const first = track.since('l.1')
  const second = track.since('l.2')
  expect([first?.length, second?.length]).toEqual([2, 1])
  expect(first?.[1]).toBe(second?.[0])
  expect(texts.map(({ written }) => written)).toEqual([0, 1, 1])
})

test('no more than eight MiB of changes are kept, however quickly they come', () => {
  const { track } = moved(20, 1024 * 1024)
  expect(track.since('l.12')).toBeNull()
  expect(track.since('l.13')?.length).toBe(7)
})

test('without readers neither list of a mode is written out', () => {
  const [newest, frozen] = [new CountedText(10), new CountedText(10)]
  const streams = new ModeStreams('tri', view(1, newest), view(1, frozen))
  streams.move(view(2, newest), 250)
  streams.freeze(view(2, frozen))
  streams.restart(view(3, newest), 500)
  expect([newest.written, frozen.written]).toEqual([0, 0])
  expect(streams.frozenSnapshot).toBe(streams.frozenSnapshot)
  expect(frozen.written).toBe(1)
})
