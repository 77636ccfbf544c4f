type CachedValue<T> = { readonly time: number; readonly value: T }

/** A short-lived cache by key: parallel callers share one read. Failures are not cached. */
export class ShortLivedCache<T> {
  readonly #keptMs: number
  readonly #most: number
  readonly #kept = new Map<string, { readonly time: number; readonly read: Promise<CachedValue<T>> }>()

  constructor(keptMs: number, most: number) {
    this.#keptMs = keptMs
    this.#most = most
  }

  /** The cached value, or the result of `read`. */
  get(key: string, now: number, read: () => Promise<T>): Promise<CachedValue<T>> {
    const kept = this.#kept.get(key)
    if (kept !== undefined && now - kept.time < this.#keptMs && now >= kept.time) return kept.read
    const asked = { time: now, read: read().then((value) => ({ time: now, value })) }
    this.#kept.delete(key)
    this.#kept.set(key, asked)
    asked.read.catch(() => {
      if (this.#kept.get(key) === asked) this.#kept.delete(key)
    })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest)
    return asked.read
  }
}
