import type { Clock } from '../../../../app/ports/system/clock.ts'
import type { AddressLimits } from '../talk/address-limits.ts'
import { Backoff, maintenancePauseMs } from '../talk/backoff.ts'

/** Time limit of a probe, ms: a connection to a failing exchange that brought nothing by then lets the next one try. */
const PROBE_MS = 12_000

type GateLimits = Pick<AddressLimits, 'connects'> & { readonly ban: Pick<AddressLimits['ban'], 'last'> }

type QueuedOpening = { readonly notBefore: number; readonly run: () => void }

/**
 * Decides which lane may open a connection to one exchange, and when: within the published limits, after its backoff,
 * and one at a time while the exchange does not answer.
 */
export class ConnectGate {
  /** `announced` ends when the exchange says so, `assumed` with the first connection that works. */
  maintenance: 'none' | 'announced' | 'assumed' = 'none'

  readonly #clock: Clock
  readonly #random: () => number
  readonly #limits: GateLimits
  readonly #backoff = new Backoff()
  readonly #waiting = new Set<QueuedOpening>()
  #retryAt = 0
  #probedAt = Number.NaN
  #timer: { cancel(): void } | null = null

  constructor(clock: Clock, random: () => number, limits: GateLimits) {
    this.#clock = clock
    this.#random = random
    this.#limits = limits
  }

  get failures(): number {
    return this.#backoff.failures
  }

  /** Calls `run` once when a connection may be opened: at least `delayMs` from now, never before this call returns. */
  ask(delayMs: number, run: () => void): { cancel(): void } {
    const waiting = { notBefore: this.#clock.now() + delayMs, run }
    this.#waiting.add(waiting)
    this.#pumpIn(0)
    return {
      cancel: () => {
        this.#waiting.delete(waiting)
      },
    }
  }

  /** Notes a connection that ended before its first frame. */
  failed(): void {
    const now = this.#clock.now()
    const pause = this.#backoff.failed(now, this.#random)
    this.#probedAt = Number.NaN
    this.#retryAt = now + (this.maintenance === 'none' ? pause : maintenancePauseMs(this.#random))
    this.#pump()
  }

  /** Notes the first frame of a connection: the exchange works. */
  worked(): void {
    if (this.#backoff.failures === 0 && this.maintenance !== 'assumed') return
    this.#backoff.succeeded()
    this.#probedAt = Number.NaN
    this.#retryAt = 0
    if (this.maintenance === 'assumed') this.maintenance = 'none'
    this.#pump()
  }

  /** Notes the exchange's announcement that maintenance begins or ends. */
  announced(isMaintenance: boolean): void {
    if (isMaintenance === (this.maintenance === 'announced')) return
    this.maintenance = isMaintenance ? 'announced' : 'none'
    this.#probedAt = Number.NaN
    this.#retryAt = isMaintenance ? this.#clock.now() + maintenancePauseMs(this.#random) : 0
    this.#pump()
  }

  stop(): void {
    this.#waiting.clear()
    this.#timer?.cancel()
  }

  #pumpIn(ms: number): void {
    this.#timer?.cancel()
    this.#timer = this.#clock.after(ms, () => this.#pump())
  }

  #pump(): void {
    this.#timer?.cancel()
    this.#timer = null
    for (;;) {
      const now = this.#clock.now()
      const next = [...this.#waiting].reduce<QueuedOpening | null>(
        (first, waiting) => (first === null || waiting.notBefore < first.notBefore ? waiting : first),
        null,
      )
      if (next === null) return
      const early = Math.max(next.notBefore - now, this.#waitMs(now))
      const wait = early > 0 ? early : this.#limits.connects.spend()
      if (wait > 0) {
        this.#pumpIn(wait)
        return
      }
      this.#waiting.delete(next)
      if (this.#isCautious) this.#probedAt = now
      if (this.maintenance !== 'none') this.#retryAt = now + maintenancePauseMs(this.#random)
      next.run()
    }
  }

  get #isCautious(): boolean {
    return this.#backoff.failures > 0 || this.maintenance !== 'none'
  }

  #waitMs(now: number): number {
    const probing = Number.isNaN(this.#probedAt) ? 0 : this.#probedAt + PROBE_MS - now
    const ban = (this.#limits.ban.last?.until ?? 0) - now
    return Math.max(this.#retryAt - now, ban, probing)
  }
}
