import type { Clock } from '../../app/ports/system/clock.ts'
import type { PreparedBody } from './prepared-body.ts'

type Body = Promise<PreparedBody | null>

/** Answers that all readers share for `keptMs`, at most `most` of them. A missing answer (null) is not kept. */
export class KeptBodies {
  readonly #clock: Clock
  readonly #keptMs: number
  readonly #most: number
  readonly #kept = new Map<string, { readonly time: number; readonly body: Body }>()

  constructor(clock: Clock, keptMs: number, most = Number.POSITIVE_INFINITY) {
    this.#clock = clock
    this.#keptMs = keptMs
    this.#most = most
  }

  /** The kept answer, or null. */
  find(key: string): Body | null {
    const known = this.#kept.get(key)
    return known !== undefined && this.#clock.now() - known.time < this.#keptMs ? known.body : null
  }

  /** Keeps the answer that `ask` gives. */
  add(key: string, ask: (now: number) => Body): Body {
    const now = this.#clock.now()
    const body = ask(now).then((one) => {
      if (one === null) this.#kept.delete(key)
      return one
    })
    this.#kept.delete(key)
    this.#kept.set(key, { time: now, body })
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= this.#most) break
      this.#kept.delete(oldest)
    }
    return body
  }
}
