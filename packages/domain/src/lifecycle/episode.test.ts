import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ratio } from '../money/ratio.ts'
import { cameTrue, Episode, type EpisodeEnd } from './episode.ts'

const SEED = 92
const ENDED: EpisodeEnd = { kind: 'ended' }
const GAP: EpisodeEnd = { kind: 'censored', why: 'gap' }

const opened = (roi = 0.4, latencyMs = 50) =>
  new Episode(1_000, { roi, size: ratio(5n, 4n), forecast: { share: 0.9, basis: 'prior', latencyMs } })
const finished = (episode: Episode, end: EpisodeEnd) => episode.finished('spot.SOL-USDT.okx.binance', 'spot', end)

test('three negative evaluations in a row end an episode, at the time of the first of them', () => {
  const episode = opened()
  expect([episode.negative(1_100, 1), episode.negative(1_150, 2), episode.negative(1_900, 3)]).toEqual([
    false,
    false,
    true,
  ])
  expect(finished(episode, ENDED)).toEqual({
    route: 'spot.SOL-USDT.okx.binance',
    mode: 'spot',
    openedAt: 1_000,
    closedAt: 1_100,
    end: { kind: 'ended' },
    size: '1.25',
    path: [[0, 0.4]],
    maxRoi: 0.4,
    lastRoi: 0.4,
    forecast: { share: 0.9, basis: 'prior', latencyMs: 50 },
  })
})

test('a positive evaluation between them lets the episode go on', () => {
  const episode = opened()
  episode.negative(1_010, 1)
  episode.negative(1_020, 2)
  episode.unchanged(1_030)
  expect([episode.negative(1_040, 4), episode.negative(1_050, 5)]).toEqual([false, false])
  episode.changed(1_060, 0.1)
  expect([episode.negative(1_070, 7), episode.negative(1_080, 8), episode.negative(1_090, 9)]).toEqual([
    false,
    false,
    true,
  ])
  expect(finished(episode, ENDED).closedAt).toBe(1_070)
})

test('a second look at the same books is no further evaluation', () => {
  const episode = opened()
  for (let now = 1_010; now < 1_100; now += 10) expect(episode.negative(now, 7)).toBe(false)
  expect([episode.negative(1_200, 8), episode.negative(1_300, 9)]).toEqual([false, true])
})

test('an episode whose end was not seen lasted at least until it was last seen to pay', () => {
  const episode = opened()
  episode.unchanged(1_400)
  episode.negative(1_500, 1)
  expect(finished(episode, GAP)).toMatchObject({ closedAt: 1_400, end: { kind: 'censored', why: 'gap' } })
})

test('the path of its return is a few points on a grid that widens, its highest and its last', () => {
  const episode = opened(0.4)
  for (let now = 1_001; now <= 101_000; now++) {
    if (now % 10 === 0) episode.changed(now, now === 50_000 ? 9 : now / 1e6)
    else episode.unchanged(now)
  }
  const { path, maxRoi, lastRoi } = finished(episode, GAP)
  expect(path.map(([ageMs]) => ageMs)).toEqual([0, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000])
  expect(path[1]).toEqual([100, 0.0011])
  expect([maxRoi, lastRoi]).toEqual([9, 0.101])
})

test('after a quiet time one point is noted, not a point for each that was missed', () => {
  const episode = opened(0.4)
  episode.changed(61_000, 0.3)
  episode.unchanged(61_001)
  episode.unchanged(101_000)
  expect(finished(episode, GAP).path).toEqual([
    [0, 0.4],
    [60_000, 0.3],
    [100_000, 0.3],
  ])
})

test.each([
  ['ended after the latency', 1_151, ENDED, true],
  ['ended at it', 1_150, ENDED, false],
  ['ended before it', 1_020, ENDED, false],
  ['seen until it', 1_150, GAP, true],
  ['lost from sight before it', 1_149, GAP, null],
])('a forecast of an episode that %s', (_, closedAt, end, expected) => {
  expect(cameTrue({ ...finished(opened(0.4, 150), end), closedAt })).toBe(expected)
})

test('any story of evaluations ends where a plain reference says', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (story) => {
      const episode = opened()
      let endedAt: number | null = null
      for (const [at, pays] of story.entries()) {
        const now = 1_001 + at
        if (pays) episode.unchanged(now)
        else if (episode.negative(now, at)) {
          endedAt = now
          break
        }
      }
      const third = story.findIndex((pays, at) => at >= 2 && !pays && !story[at - 1] && !story[at - 2])
      expect(endedAt).toBe(third < 0 ? null : 1_001 + third)
      const lastPaid = (third < 0 ? story : story.slice(0, third)).lastIndexOf(true)
      const expected = third < 0 ? 1_001 + lastPaid : 1_001 + third - 2
      expect(finished(episode, third < 0 ? GAP : ENDED).closedAt).toBe(lastPaid < 0 && third < 0 ? 1_000 : expected)
    }),
    { numRuns: 500, seed: SEED },
  )
})
