import type { Clock } from '../ports/book-feed.ts'
import type { StoredKey } from '../ports/key-store.ts'
import { readWallet, type WalletParts, type WalletReading } from './read-wallet.ts'

/** What a person's connections told, and when (epoch ms). */
export type WalletReadings = { readonly at: number; readonly readings: readonly WalletReading[] }

/** A page that polls does not use up what its exchange lets us ask. */
const KEPT_MS = 5_000
/** Whoever is slower is told of as not answering; what the others said does not wait for it. */
const ANSWER_WITHIN_MS = 10_000

type Kept = {
  /** The connections that were asked. */
  readonly ids: string
  readonly told: Promise<WalletReadings>
  /** Null while they are asked. */
  at: number | null
}

/** Asks every connection of a person at once; for a moment the same answer is given again. */
export class WalletDesk {
  readonly #parts: () => WalletParts
  readonly #clock: Clock
  readonly #users = new Map<string, Kept>()
  readonly #asked = new Map<string, Promise<WalletReading | null>>()

  /** @throws what `parts` throws, while there is no database. */
  constructor(parts: () => WalletParts, clock: Clock) {
    this.#parts = parts
    this.#clock = clock
  }

  async of(userId: string): Promise<WalletReadings> {
    const keys = await this.#parts().store.list(userId)
    const ids = keys.map(({ recordId }) => recordId).join(' ')
    const kept = this.#users.get(userId)
    if (kept?.ids === ids && (kept.at === null || this.#clock.now() - kept.at < KEPT_MS)) return kept.told
    const told = this.#ask(keys)
    const next: Kept = { ids, told, at: null }
    this.#users.set(userId, next)
    try {
      const { at } = await told
      next.at = at
      this.#sweep()
      return await told
    } catch (error) {
      if (this.#users.get(userId) === next) this.#users.delete(userId)
      throw error
    }
  }

  async #ask(keys: readonly StoredKey[]): Promise<WalletReadings> {
    const readings = await Promise.all(keys.map((key) => this.#inTime(key)))
    return { at: this.#clock.now(), readings: readings.filter((one) => one !== null) }
  }

  #inTime(key: StoredKey): Promise<WalletReading | null> {
    return new Promise((resolve, reject) => {
      const late = this.#clock.after(ANSWER_WITHIN_MS, () =>
        resolve({ key, balances: { kind: 'unreachable', why: 'timeout' } }),
      )
      void this.#once(key)
        .then(resolve, reject)
        .finally(() => late.cancel())
    })
  }

  /** A question that is still on its way is not asked again. */
  #once({ userId, recordId }: StoredKey): Promise<WalletReading | null> {
    const asked = this.#asked.get(recordId)
    if (asked !== undefined) return asked
    const parts = this.#parts()
    const reading = parts.store
      .find(userId, recordId)
      .then((found) => (found === null ? null : readWallet(parts, found)))
      .finally(() => this.#asked.delete(recordId))
    this.#asked.set(recordId, reading)
    return reading
  }

  #sweep(): void {
    const before = this.#clock.now() - KEPT_MS
    for (const [userId, { at }] of this.#users) if (at !== null && at < before) this.#users.delete(userId)
  }
}
