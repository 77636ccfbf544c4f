import type { BookSide, Leg } from '@makas/domain'
import type { MarketLeg } from '../legs/market-leg.ts'
import { type CapturedLevels, captureLevels } from './captured-levels.ts'

export type LegEvidence = {
  readonly leg: Leg
  readonly side: 'buy' | 'sell'
  readonly levels: CapturedLevels
  /** Event time of the last frame, epoch ms; its receive time where the frame had no event time. */
  readonly bookTime: number
  readonly bookSeq: number | null
  readonly receivedAt: number
}

/** Whole ms: the age of the oldest book, and the time until the first book goes stale. */
export type Ages = { readonly ageMs: number; readonly expiresInMs: number; readonly latencyMs: number }

/** The part of an opportunity that is common to all modes. `id`: the route's. */
export type OpportunityBase = Ages & {
  readonly id: string
  readonly detectedAt: number
  readonly updatedAt: number
}

/** Ages of the books of all legs at `now`. */
export function ages(legs: readonly Pick<MarketLeg, 'slot'>[], now: number): Ages {
  let ageMs = Number.NEGATIVE_INFINITY
  let expiresInMs = Number.POSITIVE_INFINITY
  let latencyMs = 0
  for (const { slot } of legs) {
    const age = slot.ageMs(now)
    ageMs = Math.max(ageMs, age)
    expiresInMs = Math.min(expiresInMs, slot.ageLimitMs - age)
    latencyMs = Math.max(latencyMs, slot.latencyMs)
  }
  return {
    ageMs: Math.round(ageMs),
    expiresInMs: Math.max(0, Math.round(expiresInMs)),
    latencyMs: Math.round(latencyMs),
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
