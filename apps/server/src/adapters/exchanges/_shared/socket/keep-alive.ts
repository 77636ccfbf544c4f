/** Interval of pings, which every exchange here answers: 4 s leave room for one lost answer before the limit. */
const PING_EVERY_MS = 4_000
/** Silence after which a connection is dead; it must be noticed within 10 s (F2), of which checks take the rest. */
const SILENT_AFTER_MS = 9_000
/** A check this late means that our process slept, not the exchange: frames that wait in the socket are read first. */
export const OVERSLEPT_MS = 2_000

/** Decides when to ping and when a connection counts as dead. It has no timer: the owner asks on its own tick. */
export class KeepAlive {
  #heardAt: number
  #pingedAt: number
  #checkedAt: number

  constructor(now: number) {
    this.#heardAt = now
    this.#pingedAt = now
    this.#checkedAt = now
  }

  /** Notes a frame, ping or pong that came in. */
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
