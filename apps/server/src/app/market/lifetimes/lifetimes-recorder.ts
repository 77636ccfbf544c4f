import type { FinishedEpisode } from '@makas/domain'
import type { EpisodeStore } from '../../ports/market/episode-store.ts'
import type { LifetimeSource } from '../../ports/market/market-source.ts'
import type { OutlookOf } from '../opportunity/outlook.ts'
import type { EpisodeRecorder } from './episodes.ts'
import { Lifetimes } from './lifetimes.ts'
import { measuredOutlook } from './lifetimes-outlook.ts'

/** Interval of the batches in which finished episodes are written, ms. */
const WRITE_EVERY_MS = 1_000
/** Limit of the write queue, in episodes; beyond it episodes count in the curves but are never stored. */
const MOST_WAITING = 10_000
/** Interval of the log lines about a store that keeps failing, ms. */
const COMPLAIN_EVERY_MS = 60_000

type RecorderOptions = {
  /** Null in a replay, whose episodes are not stored. */
  readonly store: EpisodeStore | null
  readonly log: (level: 'info' | 'warn' | 'error', event: string, data: Readonly<Record<string, unknown>>) => void
}

/** Records the episodes of one market source: in survival curves, and in its store so that they outlast a restart. */
export class LifetimesRecorder implements EpisodeRecorder {
  readonly lifetimes = new Lifetimes()
  readonly outlookOf: OutlookOf = measuredOutlook(this.lifetimes)
  readonly #options: RecorderOptions
  #waiting: FinishedEpisode[] = []
  #writing: Promise<void> = Promise.resolve()
  #isWriting = false
  #isOver = false
  #unwritten = 0
  #wroteAt = 0
  #complainedAt = Number.NEGATIVE_INFINITY

  constructor(options: RecorderOptions) {
    this.#options = options
    const { store, log } = options
    if (store === null) return
    let kept = 0
    try {
      const { refused } = store.read((episode) => {
        kept++
        this.lifetimes.add(episode)
      })
      if (refused > 0) log('warn', 'episodes-refused', { refused, kept })
    } catch (error) {
      log('error', 'episodes-unreadable', { error: String(error), kept })
    }
  }

  /** Episodes that are in the curves but could not be written. */
  get unwritten(): number {
    return this.#unwritten
  }

  readonly finished = (episode: FinishedEpisode): void => {
    if (this.#isOver) return
    this.lifetimes.add(episode)
    if (this.#options.store === null) return
    if (this.#waiting.length < MOST_WAITING) this.#waiting.push(episode)
    else this.#unwritten++
  }

  /** Moves the clock: hands finished episodes to the store without waiting for it. */
  tick(now: number): void {
    if (this.#isWriting || this.#waiting.length === 0 || now - this.#wroteAt < WRITE_EVERY_MS) return
    this.#wroteAt = now
    this.#write(now)
  }

  /** At shutdown: hands waiting episodes to the store before it returns. The promise resolves when they are written. */
  stop(now: number): Promise<void> {
    const episodes = this.#waiting
    this.#waiting = []
    this.#isOver = true
    try {
      if (episodes.length > 0) this.#options.store?.appendNow(episodes)
    } catch (error) {
      this.#failed(error, episodes.length, now)
    }
    return this.#writing
  }

  /** Drops the curves and stored episodes of a market source that is over (product-decisions.md 27). */
  drop(): void {
    this.#isOver = true
    this.#waiting = []
    this.lifetimes.clear()
    const { store, log } = this.#options
    this.#writing = this.#writing
      .then(() => store?.clear())
      .catch((error) => log('error', 'episodes-not-dropped', { error: String(error) }))
  }

  #write(now: number): void {
    const { store } = this.#options
    const episodes = this.#waiting
    if (store === null || episodes.length === 0) return
    this.#waiting = []
    this.#isWriting = true
    this.#writing = this.#writing
      .then(() => store.append(episodes))
      .catch((error) => this.#failed(error, episodes.length, now))
      .finally(() => {
        this.#isWriting = false
      })
  }

  #failed(error: unknown, lost: number, now: number): void {
    this.#unwritten += lost
    if (now - this.#complainedAt < COMPLAIN_EVERY_MS) return
    this.#complainedAt = now
    this.#options.log('error', 'episodes-not-written', { error: String(error), unwritten: this.#unwritten })
  }
}

/** The recorder of each market source. Two sources never mix (product-decisions.md 27). */
export type Recorders = Readonly<Record<LifetimeSource, LifetimesRecorder>>
