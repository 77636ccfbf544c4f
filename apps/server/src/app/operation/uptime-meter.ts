import type { Clock } from '../ports/system/clock.ts'
import { StorageFailure } from '../ports/system/storage.ts'
import type { UptimeStore } from '../ports/system/uptime.ts'

type Options = {
  readonly store: UptimeStore
  /** Whether the exchanges' own market is received now. */
  readonly isLive: () => boolean
  readonly clock: Clock
}

const MINUTE_MS = 60_000

/** Notes once a minute whether there is a live feed and a working database (product-decisions.md 14). */
export class UptimeMeter {
  readonly #options: Options
  #timer: { cancel(): void } | null = null
  #noting: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    this.#noting = this.#note()
    this.#soon()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#timer?.cancel()
    await this.#noting
  }

  /** Schedules the next tick for the middle of the next minute: one per minute, also when timers are late. */
  #soon(): void {
    if (this.#isStopped) return
    const { clock } = this.#options
    const now = clock.now()
    const next = (Math.floor(now / MINUTE_MS) + 1.5) * MINUTE_MS
    this.#timer = clock.after(next - now, () => {
      this.#noting = this.#note()
      this.#soon()
    })
  }

  async #note(): Promise<void> {
    const { store, isLive, clock } = this.#options
    try {
      await store.note(clock.now(), isLive())
    } catch (error) {
      // Without a database nobody can note the minute, and it counts as bad.
      if (!(error instanceof StorageFailure)) throw error
    }
  }
}
