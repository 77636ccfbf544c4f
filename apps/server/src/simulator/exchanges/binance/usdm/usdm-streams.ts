import type { Perpetual } from '../../../market/perpetual.ts'

export type UsdmStream =
  | {
      readonly kind: 'diff' | 'partial' | 'best'
      readonly market: Perpetual
      readonly depth: number
      readonly cadenceMs: number
    }
  /** `market`: undefined for the array of all markets. */
  | { readonly kind: 'mark'; readonly market: Perpetual | undefined; readonly everySeconds: number }

const BOOK = /^([a-z0-9]+)@(?:(depth)(5|10|20)?(?:@(100|250|500)ms)?|(bookTicker))$/
const MARK = /^(?:([a-z0-9]+)@markPrice|!markPrice@arr)(@1s)?$/

/**
 * Parses a stream's name. Books are on the route `public`, marks on `market`. Undefined for an unknown name or the
 * wrong route, which stays silent.
 */
export function parseUsdmStream(
  name: string,
  route: string,
  market: (id: string) => Perpetual | undefined,
): UsdmStream | undefined {
  const shape = { public: BOOK, market: MARK }[route]
  const match = shape?.exec(name)
  if (!match) return undefined
  const [, symbol, ...rest] = match
  const found = symbol === undefined ? undefined : market(symbol.toUpperCase())
  if (symbol !== undefined && !found) return undefined
  if (route === 'market') return { kind: 'mark', market: found, everySeconds: rest[0] === undefined ? 3 : 1 }
  if (!found) return undefined
  const [, levels, cadence, best] = rest
  if (best !== undefined) return { kind: 'best', market: found, depth: 1, cadenceMs: 0 }
  const cadenceMs = Number(cadence ?? 250)
  if (levels !== undefined) return { kind: 'partial', market: found, depth: Number(levels), cadenceMs }
  return { kind: 'diff', market: found, depth: Number.POSITIVE_INFINITY, cadenceMs }
}
