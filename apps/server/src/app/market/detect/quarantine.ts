import type { BookSlot } from '@makas/domain'
import type { Route } from '../route/route.ts'

/** A gap above 5 % is listed after `CONFIRMATIONS` fresh snapshots that span at least `SPAN_MS` (formulas.md § 6). */
export const CONFIRMATIONS = 3
export const SPAN_MS = 10_000
/** Interval of the requests for fresh snapshots, ms: three of them span `SPAN_MS`. */
const ASK_EVERY_MS = 5_000
/** A case not seen for this long is dropped, ms: the gap ended. */
const FORGET_MS = 30_000

/**
 * `snapshots[i]`: number of snapshots that leg i's book had when a fresh one was requested; a higher number means that
 * it has come. Infinity: nothing is requested any more, since snapshots have confirmed the gap.
 */
type Case = { askedAt: number; seenAt: number; snapshots: number[]; confirmedAt: number[] }

/** Requests fresh snapshots of the books of implausible gaps until the gaps are confirmed or gone (D2). */
export class Quarantine {
  readonly #cases = new Map<Route, Case>()
  readonly #refresh: (slot: BookSlot) => void
  readonly #log: (event: string, data: Record<string, unknown>) => void

  constructor(refresh: (slot: BookSlot) => void, log: (event: string, data: Record<string, unknown>) => void) {
    this.#refresh = refresh
    this.#log = log
  }

  /** An evaluation of the route at `now` (ms) found a gap above 5 %. */
  seen(route: Route, now: number): void {
    const known = this.#cases.get(route)
    if (known === undefined || now - known.seenAt > FORGET_MS) {
      this.#log('gap-quarantined', { route: route.id })
      const before = route.legs.map(() => Number.POSITIVE_INFINITY)
      this.#cases.set(route, this.#ask(route, now, before, []))
      return
    }
    known.seenAt = now
    if (route.legs.every(({ slot }, at) => slot.snapshots > (known.snapshots[at] ?? 0))) {
      known.confirmedAt.push(now)
      known.snapshots = route.legs.map(() => Number.POSITIVE_INFINITY)
      if (this.#isConfirmed(known)) {
        route.confirmed = true
        this.#cases.delete(route)
        this.#log('gap-confirmed', { route: route.id })
        return
      }
    }
    if (now - known.askedAt >= ASK_EVERY_MS)
      this.#cases.set(route, this.#ask(route, now, known.snapshots, known.confirmedAt))
  }

  #isConfirmed({ confirmedAt }: Case): boolean {
    const first = confirmedAt[0]
    const last = confirmedAt.at(-1)
    return confirmedAt.length >= CONFIRMATIONS && first !== undefined && last !== undefined && last - first >= SPAN_MS
  }

  /**
   * Requests a fresh snapshot of each book that has had none since the last request. On some exchanges the request
   * loses the book.
   */
  #ask(route: Route, now: number, before: readonly number[], confirmedAt: number[]): Case {
    const snapshots = route.legs.map(({ slot }, at) => {
      const known = before[at] ?? Number.POSITIVE_INFINITY
      return slot.snapshots > known ? known : slot.snapshots
    })
    for (const [at, { slot }] of route.legs.entries()) if (slot.snapshots === snapshots[at]) this.#refresh(slot)
    return { askedAt: now, seenAt: now, snapshots, confirmedAt }
  }
}
