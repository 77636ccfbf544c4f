import type { BookSide, BookSlot } from '@makas/domain'
import type { CapturedLevels } from '../../../app/market/opportunity/captured-levels.ts'
import type { LegEvidence } from '../../../app/market/opportunity/evaluation.ts'
import type { Instrument } from '../../../simulator/market/instrument.ts'
import type { Market } from '../../../simulator/market/market.ts'

/** Levels of a side that are recorded; evidence reaches less deep. */
const DEPTH = 200
/** Best levels of a side that are compared. */
const TOP = 10
/** Time for which states are kept, ms; no book is believed for longer. */
const KEPT_MS = 14_000
/** Longest delay of a message, ms: its latency, and the time for which it is held back. */
export const ON_THE_WAY_MS = 1_500

type Levels = { readonly keys: readonly number[]; readonly lots: readonly number[] }
type TrueState = { readonly bids: Levels; readonly asks: Levels; until: number }

/** States of the simulated exchanges' own books in the last seconds, with which ours are compared. */
export class TrueBooks {
  readonly #states = new Map<Instrument, TrueState[]>()
  readonly #updateIds = new Map<Instrument, number>()
  readonly #byId = new Map<string, Instrument>()
  readonly #bySlot = new WeakMap<BookSlot, Instrument>()
  /** Cache: the true state that a version of a book was found equal to. */
  readonly #foundBooks = new WeakMap<BookSlot, { readonly version: number; readonly state: TrueState }>()
  readonly #foundLegs = new WeakMap<LegEvidence, TrueState>()
  readonly #instruments: readonly Instrument[]

  constructor({ instruments, perpetuals }: Market) {
    this.#instruments = [...instruments, ...perpetuals]
    for (const one of this.#instruments) {
      const { exchange, kind, id } = one.listing
      this.#byId.set(`${exchange} ${kind} ${id}`, one)
    }
  }

  instrumentOf(slot: BookSlot): Instrument {
    const known = this.#bySlot.get(slot)
    if (known !== undefined) return known
    const found = this.#byId.get(`${slot.exchange} ${slot.market} ${slot.symbol}`)
    if (found === undefined) throw new Error(`${slot.exchange} does not list ${slot.market} ${slot.symbol}`)
    this.#bySlot.set(slot, found)
    return found
  }

  /** Records changed books; to be called after every step of the market. */
  record(now: number): void {
    for (const one of this.#instruments) {
      if (this.#updateIds.get(one) === one.updateId) continue
      this.#updateIds.set(one, one.updateId)
      let states = this.#states.get(one)
      if (states === undefined) {
        states = []
        this.#states.set(one, states)
      }
      const last = states.at(-1)
      if (last !== undefined) last.until = now
      states.push({ bids: copy(one.bids), asks: copy(one.asks), until: Number.POSITIVE_INFINITY })
      while ((states[0] as TrueState).until < now - KEPT_MS) states.shift()
    }
  }

  /** Whether the book's best levels equal those of one state that was true at `since` or later. */
  hasBook(slot: BookSlot, since = slot.receivedAt - ON_THE_WAY_MS): boolean {
    const known = this.#foundBooks.get(slot)
    if (known?.version === slot.version && known.state.until >= since) return true
    const one = this.instrumentOf(slot)
    const { priceDecimals, sizeDecimals } = slot.book
    const levels = (side: BookSide): CapturedLevels => {
      const count = Math.min(TOP, side.count)
      const prices = Float64Array.from({ length: count }, (_, rank) => side.priceAt(rank))
      const sizes = Float64Array.from({ length: count }, (_, rank) => side.sizeAt(rank))
      return { prices, sizes, wideSizes: new Map(), priceDecimals, sizeDecimals }
    }
    const bids = levels(slot.book.bids)
    const asks = levels(slot.book.asks)
    if (isToldByLevel(slot))
      return this.#hasLevels(one, since, bids, 'bids') && this.#hasLevels(one, since, asks, 'asks')
    const state = this.#newest(one, since, (of) => isWhole(bids, of.bids, one) && isWhole(asks, of.asks, one))
    if (state !== null) this.#foundBooks.set(slot, { version: slot.version, state })
    return state !== null
  }

  /** Whether a leg's evidence equals the best levels of a side that was true at `since` or later. */
  hasLeg(evidence: LegEvidence, since = evidence.receivedAt - ON_THE_WAY_MS): boolean {
    const known = this.#foundLegs.get(evidence)
    if (known !== undefined && known.until >= since) return true
    const { leg, side, levels } = evidence
    const one = this.instrumentOf(leg.slot)
    const of = side === 'buy' ? 'asks' : 'bids'
    if (isToldByLevel(leg.slot)) return this.#hasLevels(one, since, levels, of)
    const state = this.#newest(one, since, (states) => isPrefix(levels, states[of], one))
    if (state !== null) this.#foundLegs.set(evidence, state)
    return state !== null
  }

  /** Whether each level was in some state that was true at `since` or later. */
  #hasLevels(one: Instrument, since: number, levels: CapturedLevels, side: 'bids' | 'asks'): boolean {
    return [...levels.prices.keys()].every(
      (rank) => this.#newest(one, since, (state) => isLevelOf(levels, rank, state[side], one)) !== null,
    )
  }

  /** Newest state that was true at `since` or later and that `fits`; null if none. */
  #newest(one: Instrument, since: number, fits: (state: TrueState) => boolean): TrueState | null {
    const states = this.#states.get(one) ?? []
    for (let at = states.length - 1; at >= 0; at--) {
      const state = states[at] as TrueState
      if (state.until < since) return null
      if (fits(state)) return state
    }
    return null
  }
}

const copy = ({ keys, lots }: Levels): Levels => ({ keys: keys.slice(0, DEPTH), lots: lots.slice(0, DEPTH) })

/** Whether the levels equal the whole true side, or its ten best levels. */
function isWhole(levels: CapturedLevels, truth: Levels, one: Instrument): boolean {
  return levels.prices.length === Math.min(TOP, truth.keys.length) && isPrefix(levels, truth, one)
}

function isPrefix(levels: CapturedLevels, truth: Levels, one: Instrument): boolean {
  for (let rank = 0; rank < levels.prices.length; rank++) if (!isLevel(levels, rank, truth, rank, one)) return false
  return true
}

/** Whether a true side has this level at any rank. */
const isLevelOf = (levels: CapturedLevels, rank: number, truth: Levels, one: Instrument) =>
  truth.keys.some((_, at) => isLevel(levels, rank, truth, at, one))

function isLevel(levels: CapturedLevels, rank: number, truth: Levels, at: number, { listing }: Instrument): boolean {
  const same = (scaled: number, decimals: number, whole: number, wholeDecimals: number) => {
    const factor = 10 ** Math.abs(wholeDecimals - decimals)
    return decimals <= wholeDecimals ? scaled * factor === whole : scaled === whole * factor
  }
  const ticks = Math.abs(truth.keys[at] ?? Number.NaN)
  const lots = truth.lots[at] ?? Number.NaN
  return (
    same(levels.prices[rank] as number, levels.priceDecimals, ticks, listing.priceDecimals) &&
    same(levels.sizes[rank] as number, levels.sizeDecimals, lots, listing.sizeDecimals)
  )
}

/** Kraken sends one level of a perpetual a message, so that between two messages the book never existed as a whole. */
const isToldByLevel = ({ exchange, market }: BookSlot) => exchange === 'kraken' && market === 'perp'
