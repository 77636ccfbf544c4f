import { type BookSide, type BookSlot, compare, type Leg, type SpotAccount } from '@makas/domain'
import { type CapturedLevels, captureLevels, sameLevels } from './captured-levels.ts'

/** One leg as it was at one evaluation. */
export type LegEvidence = {
  readonly leg: Leg
  readonly side: 'buy' | 'sell'
  readonly levels: CapturedLevels
  /** Epoch ms; the receive time where the frame had no event time. */
  readonly bookTime: number
  readonly bookSeq: number | null
  readonly receivedAt: number
}

/** One positive evaluation of a spot route, with all that is needed to recompute it. `id` is the route's. */
export type SpotOpportunity = Ages & {
  readonly id: string
  readonly base: string
  readonly quote: string
  readonly account: SpotAccount
  readonly legs: readonly [LegEvidence, LegEvidence]
  readonly detectedAt: number
  readonly updatedAt: number
}

/** Ages in whole ms: the older book counts, and the one that goes stale first. */
export type Ages = { readonly ageMs: number; readonly expiresInMs: number; readonly latencyMs: number }

/** Ages of the books of both legs at `now`. */
export function ages(buy: BookSlot, sell: BookSlot, now: number): Ages {
  const buyAge = buy.ageMs(now)
  const sellAge = sell.ageMs(now)
  return {
    ageMs: Math.round(Math.max(buyAge, sellAge)),
    expiresInMs: Math.max(0, Math.round(Math.min(buy.ageLimitMs - buyAge, sell.ageLimitMs - sellAge))),
    latencyMs: Math.round(Math.max(buy.latencyMs, sell.latencyMs)),
  }
}

export function captureLeg(leg: Leg, side: 'buy' | 'sell', levels: number): LegEvidence {
  const { slot } = leg
  const taken: BookSide = side === 'buy' ? slot.book.asks : slot.book.bids
  return {
    leg,
    side,
    levels: captureLevels(slot, taken, levels),
    bookTime: Number.isNaN(slot.eventTime) ? slot.receivedAt : slot.eventTime,
    bookSeq: Number.isNaN(slot.seq) ? null : slot.seq,
    receivedAt: slot.receivedAt,
  }
}

/** Nothing that `changed` stands for differs: size, net, a price or a level (runtime.md, Findings). */
export function sameOffer(a: SpotOpportunity, b: SpotOpportunity): boolean {
  return (
    compare(a.account.size, b.account.size) === 0 &&
    compare(a.account.net, b.account.net) === 0 &&
    compare(a.account.buyPrice, b.account.buyPrice) === 0 &&
    compare(a.account.sellPrice, b.account.sellPrice) === 0 &&
    sameLevels(a.legs[0].levels, b.legs[0].levels) &&
    sameLevels(a.legs[1].levels, b.legs[1].levels)
  )
}
