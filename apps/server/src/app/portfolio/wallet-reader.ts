import { isListed } from '../api-keys/key-parts.ts'
import type { Clock } from '../ports/system/clock.ts'
import type { Shared } from '../ports/system/fair-queue.ts'
import type { StoredKey } from '../ports/trading/key-store.ts'
import { QuestionAllowance } from './question-allowance.ts'
import { readWallet, type WalletParts, type WalletReading } from './read-wallet.ts'

/** TTL of an answer, ms: a page that polls does not use up the exchange's rate limit. */
const KEPT_MS = 5_000
/**
 * Deadline of an exchange's answer, ms: a slower exchange counts as not answering, before the page's own timeout of 10
 * s.
 */
const ANSWER_WITHIN_MS = 7_000
/**
 * Largest age of an account's last reading that is repeated while the rate limit is used up, ms. The answer carries the
 * reading's time.
 */
const REPEATED_MS = 60_000

type RecentReadings = {
  /** Ids of the connections that were asked. */
  readonly ids: string
  readonly readings: Promise<readonly WalletReading[]>
  /** When all connections had answered, epoch ms; null until then. */
  time: number | null
}

/** Asks all connections of a user in parallel; repeats the answer for `KEPT_MS`. */
export class WalletReader {
  readonly #parts: () => WalletParts
  readonly #clock: Clock
  readonly #allowance = new QuestionAllowance()
  readonly #users = new Map<string, RecentReadings>()
  readonly #asked = new Map<string, Promise<WalletReading | null>>()
  readonly #last = new Map<string, WalletReading>()

  /** `parts` may throw while there is no database. */
  constructor(parts: () => WalletParts, clock: Clock) {
    this.#parts = parts
    this.#clock = clock
  }

  get shared(): Shared {
    return this.#allowance.shared
  }

  async of(userId: string): Promise<readonly WalletReading[]> {
    const { store, demo } = this.#parts()
    const keys = (await store.list(userId)).filter((key) => isListed(key, demo))
    const ids = keys.map(({ recordId }) => recordId).join(' ')
    const kept = this.#users.get(userId)
    if (kept?.ids === ids && (kept.time === null || this.#clock.now() - kept.time < KEPT_MS)) return kept.readings
    const readings = Promise.all(keys.map((key) => this.#inTime(key))).then((all) => all.filter((one) => one !== null))
    const next: RecentReadings = { ids, readings, time: null }
    this.#users.set(userId, next)
    try {
      const all = await readings
      next.time = this.#clock.now()
      this.#sweep(next.time)
      return all
    } catch (error) {
      if (this.#users.get(userId) === next) this.#users.delete(userId)
      throw error
    }
  }

  #inTime(key: StoredKey): Promise<WalletReading | null> {
    return new Promise((resolve, reject) => {
      const late = this.#clock.after(ANSWER_WITHIN_MS, () => resolve(this.#unreachable(key, 'timeout')))
      void this.#once(key)
        .then(resolve, reject)
        .finally(() => late.cancel())
    })
  }

  /** Reads one account; joins a question that is still under way. */
  #once(key: StoredKey): Promise<WalletReading | null> {
    const { recordId } = key
    const asked = this.#asked.get(recordId)
    if (asked !== undefined) return asked
    if (!this.#allowance.take(key, this.#clock.now())) return Promise.resolve(this.#repeated(key))
    const reading = this.#read(key).finally(() => this.#asked.delete(recordId))
    this.#asked.set(recordId, reading)
    return reading
  }

  async #read({ userId, recordId }: StoredKey): Promise<WalletReading | null> {
    const parts = this.#parts()
    const found = await parts.store.find(userId, recordId)
    const reading = found === null ? null : await readWallet(parts, found)
    if (reading?.balances.kind === 'read') this.#last.set(recordId, reading)
    else this.#last.delete(recordId)
    return reading
  }

  #repeated(key: StoredKey): WalletReading {
    const last = this.#last.get(key.recordId)
    const isYoung = last !== undefined && this.#clock.now() - last.time < REPEATED_MS
    return isYoung ? last : this.#unreachable(key, 'busy')
  }

  #unreachable(key: StoredKey, why: 'timeout' | 'busy'): WalletReading {
    return { key, time: this.#clock.now(), balances: { kind: 'unreachable', why } }
  }

  #sweep(now: number): void {
    for (const [userId, { time }] of this.#users) if (time !== null && now - time >= KEPT_MS) this.#users.delete(userId)
    for (const [id, { time }] of this.#last) if (now - time >= REPEATED_MS) this.#last.delete(id)
  }
}
