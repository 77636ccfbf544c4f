/** What was read, and when it was asked for. */
type Read<T> = { readonly at: number; readonly value: T }

/** Keeps what was read for a moment, by key: many who ask at once read once. A failure is not kept. */
export class Briefly<T> {
  readonly #keptMs: number
  readonly #most: number
  readonly #kept = new Map<string, { readonly at: number; readonly read: Promise<Read<T>> }>()

  constructor(keptMs: number, most: number) {
    this.#keptMs = keptMs
    this.#most = most
  }

  /** As it is kept, or as `read` has it now. */
  get(key: string, now: number, read: () => Promise<T>): Promise<Read<T>> {
    const kept = this.#kept.get(key)
    if (kept !== undefined && now - kept.at < this.#keptMs && now >= kept.at) return kept.read
    const asked = { at: now, read: read().then((value) => ({ at: now, value })) }
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
