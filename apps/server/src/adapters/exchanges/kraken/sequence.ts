export type Verdict = 'apply' | 'ignore' | 'gap'

/**
 * Kraken Futures: `seq` counts every change of a product by one (docs/exchanges/kraken.md, What we listen to). Spot has no sequence
 * number: its checksum is the only proof.
 */
export function judgeFutures(last: number, seq: number): Verdict {
  if (seq <= last) return 'ignore'
  return seq === last + 1 ? 'apply' : 'gap'
}
