import type { BookSlot } from '@makas/domain'
import type { Clock } from '../../../../app/ports/system/clock.ts'
import type { RestClient } from '../rest/rest-client.ts'
import type { Comparison, Dialect } from '../talk/dialect.ts'

/** A quiet book is compared with REST at most this often (reliability-matrix.md 2). */
const EVERY_MS = 30_000
/** Pause before the second comparison: a REST book that differs may be a moment older or newer than ours. */
const AGAIN_MS = 1_000
/** Books compared at the same time; further books stay with the engine, which names the important ones first. */
const MOST_AT_ONCE = 20

export type ConfirmationsOptions = {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly rest: RestClient
  /** All books of the connection that brings this book. */
  readonly beside: (slot: BookSlot) => readonly BookSlot[]
  /** The REST book equals ours, whose age restarts. */
  readonly same: (slot: BookSlot, receivedAt: number) => void
  /** The REST book differs from ours, and the stream brought no change: a frame was lost. */
  readonly different: (slot: BookSlot) => void
}

/** Asks REST whether a quiet book still is what the exchange has. */
export class Confirmations {
  readonly #options: ConfirmationsOptions
  readonly #askedAt = new Map<string, number>()
  #pending = 0

  constructor(options: ConfirmationsOptions) {
    this.#options = options
  }

  start(slot: BookSlot): void {
    const now = this.#options.clock.now()
    const last = this.#askedAt.get(slot.symbol) ?? Number.NEGATIVE_INFINITY
    if (!slot.acceptsDeltas || this.#pending >= MOST_AT_ONCE || now - last < EVERY_MS) return
    if (this.#options.rest.ban(now) !== null) return
    this.#askedAt.set(slot.symbol, now)
    this.#pending++
    void this.#run(slot).finally(() => {
      this.#pending--
    })
  }

  async #run(slot: BookSlot): Promise<void> {
    const { clock, beside, same, different } = this.#options
    const { version } = slot
    // A frame in the meantime makes the comparison pointless: the book is no longer quiet.
    const isQuiet = () => slot.acceptsDeltas && slot.version === version
    const first = await this.#compare(slot)
    if (!isQuiet() || first.verdict === 'unreadable') return
    if (first.verdict === 'same') return same(slot, first.receivedAt)
    // The change that REST shows may still be under way: a late stream has no gap, and snapshots would make it later.
    if (isLate(beside(slot))) return
    await new Promise<void>((resolve) => {
      clock.after(AGAIN_MS, resolve)
    })
    if (!isQuiet()) return
    const second = await this.#compare(slot)
    if (!isQuiet() || second.verdict === 'unreadable') return
    if (second.verdict === 'same') same(slot, second.receivedAt)
    else different(slot)
  }

  async #compare(slot: BookSlot): Promise<{ verdict: Comparison; receivedAt: number }> {
    const { dialect, rest } = this.#options
    const result = await rest.get(dialect.confirm(slot.symbol), 'confirm')
    if (result.kind === 'failed') return { verdict: 'unreadable', receivedAt: Number.NaN }
    return { verdict: dialect.compare(result.body.toString('utf8'), slot), receivedAt: result.receivedAt }
  }
}

/** Whether the newest frame of these books came so late that REST is ahead of them. */
function isLate(slots: readonly BookSlot[]): boolean {
  const timed = slots.filter(({ eventTime }) => !Number.isNaN(eventTime))
  const newest = timed.reduce<BookSlot | null>((a, b) => (a === null || b.receivedAt > a.receivedAt ? b : a), null)
  return newest !== null && newest.latencyMs > AGAIN_MS
}
