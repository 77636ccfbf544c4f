import type { BookSide, BookSlot } from '@makas/domain'
import type { CapturedLevels } from '../../app/market/captured-levels.ts'
import type { LegEvidence } from '../../app/market/evaluation.ts'
import type { Instrument } from '../../simulator/market/instrument.ts'
import type { Market } from '../../simulator/market/market.ts'

/** Levels of a side that are remembered; evidence reaches less deep. */
const DEPTH = 200
/** Levels that a book must have right before a row may be made of it. */
const TOP = 10
/** The longest that any state can matter: a book is never believed for longer. */
const KEPT_MS = 14_000
/** A message may be held back for as long as a market is quiet, and is on its way for a moment. */
export const ON_THE_WAY_MS = 1_500

type Levels = { readonly keys: readonly number[]; readonly lots: readonly number[] }
type TrueState = { readonly bids: Levels; readonly asks: Levels; until: number }

/** What the simulated exchanges' own books were in the last seconds: the only judge of what we made of the wire. */
export class TrueBooks {
  readonly #states = new Map<Instrument, TrueState[]>()
  readonly #updateIds = new Map<Instrument, number>()
  readonly #byId = new Map<string, Instrument>()
  readonly #market: Market

  constructor(market: Market) {
    this.#market = market
    for (const one of market.instruments) this.#byId.set(`${one.listing.exchange} ${one.listing.id}`, one)
  }

  instrumentOf(slot: BookSlot): Instrument {
    const found = this.#byId.get(`${slot.exchange} ${slot.symbol}`)
    if (found === undefined) throw new Error(`${slot.exchange} does not list ${slot.symbol}`)
    return found
  }

  /** Notes what has changed; to be called after every step of the market. */
  record(now: number): void {
    for (const one of this.#market.instruments) {
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

  /** Whether the book's best levels are, side for side, those of one state that was true at `since` or after. */
  hasBook(slot: BookSlot, since = slot.receivedAt - ON_THE_WAY_MS): boolean {
    const one = this.instrumentOf(slot)
    const { priceDecimals, sizeDecimals } = slot.book
    const levels = (side: BookSide): CapturedLevels => {
      const count = Math.min(TOP, side.count)
      const prices = Float64Array.from({ length: count }, (_, rank) => side.priceAt(rank))
      const sizes = Float64Array.from({ length: count }, (_, rank) => side.sizeAt(rank))
      return { prices, sizes, priceDecimals, sizeDecimals }
    }
    const bids = levels(slot.book.bids)
    const asks = levels(slot.book.asks)
    return this.#recent(one, since).some((state) => isWhole(bids, state.bids, one) && isWhole(asks, state.asks, one))
  }

  /** Whether the evidence of a leg is the beginning of a side that was true at `since` or after. */
  hasLeg({ leg: { slot }, side, levels, receivedAt }: LegEvidence, since = receivedAt - ON_THE_WAY_MS): boolean {
    const one = this.instrumentOf(slot)
    return this.#recent(one, since).some((state) => isPrefix(levels, side === 'buy' ? state.asks : state.bids, one))
  }

  #recent(one: Instrument, since: number): TrueState[] {
    return (this.#states.get(one) ?? []).filter(({ until }) => until >= since)
  }
}

const copy = ({ keys, lots }: Levels): Levels => ({ keys: keys.slice(0, DEPTH), lots: lots.slice(0, DEPTH) })

/** All that is there, or the ten best. */
function isWhole(levels: CapturedLevels, truth: Levels, one: Instrument): boolean {
  return levels.prices.length === Math.min(TOP, truth.keys.length) && isPrefix(levels, truth, one)
}

function isPrefix(levels: CapturedLevels, truth: Levels, { listing }: Instrument): boolean {
  const toTicks = 10 ** Math.abs(listing.priceDecimals - levels.priceDecimals)
  const toLots = 10 ** Math.abs(listing.sizeDecimals - levels.sizeDecimals)
  const same = (scaled: number, decimals: number, whole: number, wholeDecimals: number, factor: number) =>
    decimals <= wholeDecimals ? scaled * factor === whole : scaled === whole * factor
  for (let rank = 0; rank < levels.prices.length; rank++) {
    const price = levels.prices[rank] as number
    const size = levels.sizes[rank] as number
    const ticks = Math.abs(truth.keys[rank] ?? Number.NaN)
    const lots = truth.lots[rank] ?? Number.NaN
    if (!same(price, levels.priceDecimals, ticks, listing.priceDecimals, toTicks)) return false
    if (!same(size, levels.sizeDecimals, lots, listing.sizeDecimals, toLots)) return false
  }
  return true
}
