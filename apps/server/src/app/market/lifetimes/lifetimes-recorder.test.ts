import type { FinishedEpisode } from '@makas/domain'
import { describe, expect, test } from 'vitest'
import type { EpisodeStore } from '../../ports/market/episode-store.ts'
import { finished } from '../testing/finished.ts'
import { LifetimesRecorder } from './lifetimes-recorder.ts'

/** A store whose writes a test holds back, lets through or fails. */
class ScriptedStore implements EpisodeStore {
  readonly batches: number[] = []
  cleared = 0
  kept: readonly FinishedEpisode[] = []
  failure: Error | null = null
  /** Ends the write that hangs. */
  release: () => void = () => undefined
  hangs = false

  read(tell: (episode: FinishedEpisode) => void) {
    if (this.failure !== null) throw this.failure
    for (const episode of this.kept) tell(episode)
    return { refused: 2 }
  }

  async append(episodes: readonly FinishedEpisode[]): Promise<void> {
    if (this.hangs) {
      await new Promise<void>((resolve) => {
        this.release = resolve
      })
    }
    this.appendNow(episodes)
  }

  appendNow(episodes: readonly FinishedEpisode[]): void {
    if (this.failure !== null) throw this.failure
    this.batches.push(episodes.length)
  }

  async clear(): Promise<void> {
    if (this.failure !== null) throw this.failure
    this.cleared++
  }
}

function start(store = new ScriptedStore()) {
  const logs: string[] = []
  const recorder = new LifetimesRecorder({ store, log: (level, event) => logs.push(`${level} ${event}`) })
  const counted = () => recorder.lifetimes.mode('spot').episodes
  return { store, recorder, logs, counted }
}

const flush = () => new Promise((resolve) => setImmediate(resolve))

test('what was kept is known again, and lines that were refused are told', () => {
  const store = new ScriptedStore()
  store.kept = Array.from({ length: 30 }, () => finished())
  const { recorder, logs, counted } = start(store)
  expect(counted()).toBe(30)
  expect(logs).toEqual(['warn episodes-refused'])
  const { basis } = recorder.outlookOf(
    { id: finished().route, mode: 'spot', openSince: 0 },
    { ageMs: 0, expiresInMs: 0, latencyMs: 0 },
    0,
  )
  expect(basis).toBe('measured')
})

test('a store that cannot be read is told of, and the curves begin anew', () => {
  const store = new ScriptedStore()
  store.failure = new Error('no access')
  const { logs, counted } = start(store)
  expect([counted(), logs]).toEqual([0, ['error episodes-unreadable']])
})

describe('writing', () => {
  test('is done in batches, a second apart', async () => {
    const { store, recorder, counted } = start()
    for (let now = 10_000; now < 13_000; now += 100) {
      recorder.finished(finished())
      recorder.tick(now)
      await flush()
    }
    expect([store.batches, counted()]).toEqual([[1, 10, 10], 30])
  })

  test('nobody waits for a store that hangs; what waits is bounded, and counted beyond', async () => {
    const { store, recorder, counted } = start()
    store.hangs = true
    recorder.finished(finished())
    recorder.tick(1_000_000)
    for (let n = 0; n < 10_500; n++) recorder.finished(finished())
    recorder.tick(1_002_000)
    recorder.finished(finished())
    expect([store.batches, recorder.unwritten, counted()]).toEqual([[], 501, 10_502])
    store.hangs = false
    await flush()
    store.release()
    await flush()
    recorder.tick(1_003_000)
    await flush()
    expect(store.batches).toEqual([1, 10_000])
  })

  test('what could not be written is counted, told once a minute, and does not stop the next', async () => {
    const { store, recorder, logs, counted } = start()
    store.failure = new Error('no space left')
    for (let now = 10_000; now <= 75_000; now += 5_000) {
      recorder.finished(finished())
      recorder.finished(finished())
      recorder.tick(now)
      await flush()
    }
    expect([recorder.unwritten, counted()]).toEqual([28, 28])
    expect(logs).toEqual(['warn episodes-refused', 'error episodes-not-written', 'error episodes-not-written'])
    store.failure = null
    recorder.finished(finished())
    recorder.tick(80_000)
    await flush()
    expect([store.batches, recorder.unwritten]).toEqual([[1], 28])
  })

  test('what waits when we stop is written before stop returns; later episodes are not ours', async () => {
    const { store, recorder } = start()
    recorder.finished(finished())
    const stopped = recorder.stop(500)
    expect(store.batches).toEqual([1])
    recorder.finished(finished())
    recorder.tick(10_000)
    await stopped
    expect(store.batches).toEqual([1])
    const failing = start()
    failing.store.failure = new Error('no space left')
    failing.recorder.finished(finished())
    await failing.recorder.stop(500)
    expect([failing.recorder.unwritten, failing.logs.at(-1)]).toEqual([1, 'error episodes-not-written'])
  })
})

test('a market that is over leaves nothing: no curve, nothing to write, an empty store', async () => {
  const { store, recorder, counted } = start()
  recorder.finished(finished())
  recorder.drop()
  recorder.finished(finished())
  recorder.tick(10_000)
  await recorder.stop(10_000)
  expect([counted(), store.batches, store.cleared]).toEqual([0, [], 1])
})

test('without a store nothing waits, and curves are made all the same', () => {
  const recorder = new LifetimesRecorder({ store: null, log: () => undefined })
  recorder.finished(finished())
  recorder.tick(10_000)
  recorder.drop()
  expect([recorder.unwritten, recorder.lifetimes.mode('spot').episodes]).toEqual([0, 0])
})
