import type { ExchangeId } from '@makas/domain'
import { wallMs } from '../clock.ts'
import { type Random, seededRandom } from '../random.ts'
import type { Fault, FaultKind, OrderPlace } from './fault.ts'

/** A scripted fault and its progress. */
export interface LiveFault {
  readonly fault: Fault
  readonly startsAt: number
  readonly endsAt: number
  readonly random: Random
  struck: number
  /** `freeze`: the time at which the clock stands, epoch ms. */
  frozenAt?: number
}

/** Knows the faults in force, and decides whether a frame, request or connection is struck. */
export class FaultInjector {
  readonly #live = new Map<FaultKind, LiveFault[]>()
  readonly #struck: Record<string, number>
  #size = 0

  constructor(struck: Record<string, number>) {
    this.#struck = struck
  }

  /** True while nothing is scripted, the fast path of most runs. */
  get isQuiet(): boolean {
    return this.#size === 0
  }

  add(fault: Fault): LiveFault {
    const startsAt = wallMs() + (fault.at ?? 0)
    const holds = fault.forMs ?? (fault.kind === '429' || fault.kind === '418' ? retryAfterS(fault) * 1000 : undefined)
    const live: LiveFault = {
      fault,
      startsAt,
      endsAt: holds === undefined ? Number.POSITIVE_INFINITY : startsAt + holds,
      random: seededRandom(fault.seed ?? 1, `fault ${fault.kind}`),
      struck: 0,
    }
    const list = this.#live.get(fault.kind)
    if (list) list.push(live)
    else this.#live.set(fault.kind, [live])
    this.#size += 1
    return live
  }

  remove(live: LiveFault): void {
    const list = this.#live.get(live.fault.kind)
    const at = list?.indexOf(live) ?? -1
    if (!list || at < 0) return
    list.splice(at, 1)
    if (list.length === 0) this.#live.delete(live.fault.kind)
    this.#size -= 1
  }

  clear(): void {
    this.#live.clear()
    this.#size = 0
  }

  /** The fault of this kind in force for the exchange and symbol, if any. This does not count as a strike. */
  holding(kind: FaultKind, exchange: ExchangeId, symbol?: string): LiveFault | undefined {
    const list = this.#live.get(kind)
    if (!list) return undefined
    const now = wallMs()
    return list.find(
      ({ fault, startsAt, endsAt, struck }) =>
        now >= startsAt &&
        now < endsAt &&
        (fault.exchange === undefined || fault.exchange === exchange) &&
        (fault.symbol === undefined || symbol === undefined || fault.symbol === symbol) &&
        struck < (fault.count ?? Number.POSITIVE_INFINITY),
    )
  }

  /** Time since when orders of an instrument do not show at a place, epoch ms; Infinity: they show. */
  hiddenSince(exchange: ExchangeId, symbol: string, where: OrderPlace): number {
    const live = this.holding('order-hidden', exchange, symbol)
    const isThere = live !== undefined && (live.fault.where ?? where) === where
    return isThere ? live.startsAt : Number.POSITIVE_INFINITY
  }

  /** Draws whether this event is struck, and counts a strike. */
  strikes(kind: FaultKind, exchange: ExchangeId, symbol?: string): LiveFault | undefined {
    const live = this.holding(kind, exchange, symbol)
    if (!live) return undefined
    // A symbol's fault does not strike events without a symbol.
    if (live.fault.symbol !== undefined && symbol === undefined) return undefined
    const { rate } = live.fault
    if (rate !== undefined && live.random.unit() >= rate) return undefined
    this.record(live)
    return live
  }

  record(live: LiveFault): void {
    live.struck += 1
    this.#struck[live.fault.kind] = (this.#struck[live.fault.kind] ?? 0) + 1
  }

  /** Status word of Kraken's system. */
  systemStatus(): 'online' | NonNullable<Fault['status']> {
    const live = this.holding('maintenance', 'kraken')
    return live ? statusOf(live.fault) : 'online'
  }

  /** Wall time as this exchange shows it, epoch ms. */
  wall(exchange: ExchangeId, symbol: string | undefined, trueMs: number): number {
    if (this.isQuiet) return trueMs
    const offset = this.holding('time-offset', exchange)?.fault.ms ?? 0
    const frozen = this.holding('freeze', exchange, symbol)
    if (!frozen || (frozen.fault.symbol !== undefined && symbol === undefined)) return trueMs + offset
    if (frozen.frozenAt === undefined) {
      frozen.frozenAt = trueMs
      this.record(frozen)
    }
    return frozen.frozenAt + offset
  }
}

/** Status word that a `maintenance` fault announces. */
export const statusOf = (fault: Fault): NonNullable<Fault['status']> => fault.status ?? 'maintenance'

/** Retry-After of a 429 or 418, s. */
export const retryAfterS = (fault: Fault): number => fault.retryAfterS ?? (fault.kind === '418' ? 120 : 5)
