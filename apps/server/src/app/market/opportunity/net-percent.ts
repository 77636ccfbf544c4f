import { type Ratio, rowNumber } from '@makas/domain'

/** A net result in percent of what was put in: a double, for statistics alone. */
export function netPercent(net: Ratio, of: Ratio): number {
  const n = net.n * of.d
  const d = net.d * of.n
  const quick = (100 * Number(n)) / Number(d)
  // A numerator or denominator of many factors may exceed a double: then the exact ratio is rounded.
  return Number.isFinite(quick) ? Math.round(quick * 1e8) / 1e8 : rowNumber({ n: 100n * n, d })
}
