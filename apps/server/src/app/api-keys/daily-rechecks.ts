import { StorageFailure } from '../ports/storage.ts'
import { recheckKey } from './check-key.ts'
import type { KeyParts } from './key-parts.ts'

type Options = Omit<KeyParts, 'newId' | 'demo'> & {
  readonly log: (level: 'info' | 'warn' | 'error', event: string, data: Readonly<Record<string, unknown>>) => void
}

/** Permissions may change at the exchange without a word to us (security.md 46). */
const CHECK_AFTER_MS = 24 * 3_600_000
/** What could not be asked is tried again with the next round. */
const ROUND_MS = 600_000
const FIRST_ROUND_MS = 60_000
const PIECE = 20

/** Looks after keys that nobody looked at for a day, one after the other. */
export class DailyRechecks {
  readonly #options: Options
  #timer: { cancel(): void } | null = null
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    this.#soon(FIRST_ROUND_MS)
  }

  stop(): void {
    this.#isStopped = true
    this.#timer?.cancel()
  }

  /** One round over all that is due; how many were asked about with success. */
  async round(): Promise<number> {
    const { store, clock } = this.#options
    const now = clock.now()
    let checked = 0
    let after = ''
    while (!this.#isStopped) {
      const due = await store.due(now - CHECK_AFTER_MS, now, after, PIECE)
      for (const found of due) {
        if (this.#isStopped) return checked
        if ((await recheckKey(this.#options, found)).kind === 'checked') checked++
      }
      const last = due.at(-1)
      if (last === undefined || due.length < PIECE) return checked
      after = last.key.recordId
    }
    return checked
  }

  #soon(ms: number): void {
    if (this.#isStopped) return
    this.#timer = this.#options.clock.after(ms, () => {
      void this.#tried().finally(() => this.#soon(ROUND_MS))
    })
  }

  async #tried(): Promise<void> {
    try {
      const checked = await this.round()
      if (checked > 0) this.#options.log('info', 'keys-rechecked', { checked })
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
      this.#options.log('warn', 'keys-not-rechecked', { reason: error.kind })
    }
  }
}
