import type { EvidenceLeg, SpotRow } from '@makas/contract'
import { takerFee } from '@makas/domain'

/** Where a leg's rate comes from: the published schedule as read in that month (`2026-07`), or this installation. */
export type FeeSource = { readonly kind: 'published'; readonly month: string } | { readonly kind: 'own' }

/**
 * The source of a leg's fee. The evidence names no schedule, so the rate is compared with the pair's published rate.
 */
export function feeSource(leg: EvidenceLeg, row: Pick<SpotRow, 'base' | 'quote'>): FeeSource {
  const published = takerFee({
    exchange: leg.exchange,
    market: leg.market,
    base: row.base,
    quote: row.quote,
    special: false,
  })
  return published?.date && published.fee === leg.fee ? { kind: 'published', month: published.date } : { kind: 'own' }
}
