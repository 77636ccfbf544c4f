/** Every exchange here answers a ping; asking every 4 s leaves room for one lost answer before the limit. */
const PING_EVERY_MS = 4_000
/** A half-open connection must be noticed within 10 s (F2); the rest of the time belongs to the checking rhythm. */
const SILENT_AFTER_MS = 9_000
/** A check that comes this late means that we slept, not the exchange: what waits in the socket is read first. */
export const OVERSLEPT_MS = 2_000

/** Decides when to ping and when a connection counts as dead. It has no timer: the owner asks on its own beat. */
export class KeepAlive {
  #heardAt: number
  #pingedAt: number
  #checkedAt: number

  constructor(now: number) {
    this.#heardAt = now
    this.#pingedAt = now
    this.#checkedAt = now
  }

  /** Any frame, ping or pong came in. */
  heard(now: number): void {
    this.#heardAt = now
  }

  /** What to do at `now`; the answer `ping` is taken as done. */
  check(now: number): 'fine' | 'ping' | 'dead' {
    const overslept = now - this.#checkedAt > OVERSLEPT_MS
    this.#checkedAt = now
    if (overslept) this.#heardAt = Math.max(this.#heardAt, now - SILENT_AFTER_MS + OVERSLEPT_MS)
    if (now - this.#heardAt >= SILENT_AFTER_MS) return 'dead'
    if (now - this.#pingedAt < PING_EVERY_MS) return 'fine'
    this.#pingedAt = now
    return 'ping'
  }
}
