import type { ExchangeId, MarketKind } from '../exchange.ts'
import type { Asset, AssetId } from './asset.ts'
import { ASSETS } from './assets.ts'
import { NOT_COMPARED } from './not-compared.ts'

/** One unit of an exchange's ticker: `multiplier` coins of one asset. */
export type AssetMatch = { readonly asset: Asset; readonly multiplier: bigint }

const MARKETS: readonly MarketKind[] = ['spot', 'perp']
const LISTED: ReadonlyMap<string, AssetMatch> = index(ASSETS)
const BY_ID: ReadonlyMap<string, Asset> = new Map(ASSETS.map((asset) => [asset.id, asset]))

/**
 * The asset behind an exchange's own ticker, compared code unit by code unit (no case folding, no trimming). Null: not
 * in the reviewed table, so not compared with anything (product-decisions.md 26, reliability-matrix.md D1, D5).
 */
export function assetOf(exchange: ExchangeId, market: MarketKind, ticker: string): AssetMatch | null {
  return LISTED.get(key(exchange, market, ticker)) ?? null
}

/** Whether a name of the table is state money; a token that follows it is not. Unknown names are not. */
export function isFiat(id: AssetId | string): boolean {
  return BY_ID.get(id)?.kind === 'fiat'
}

function key(exchange: ExchangeId, market: MarketKind, ticker: string): string {
  return `${exchange} ${market} ${ticker}`
}

/** Throws a RangeError for a ticker that means two things, or that a reviewer has ruled out: a defect of the table. */
function index(assets: readonly Asset[]): ReadonlyMap<string, AssetMatch> {
  const refused = new Set(NOT_COMPARED.flatMap(({ ticker, on }) => on.map((exchange) => `${exchange} ${ticker}`)))
  const found = new Map<string, AssetMatch>()
  for (const asset of assets) {
    for (const [exchange, listings] of Object.entries(asset.on) as [ExchangeId, Asset['on'][ExchangeId]][]) {
      for (const { ticker, multiplier, only } of listings ?? []) {
        if (refused.has(`${exchange} ${ticker}`)) throw new RangeError(`${exchange} ${ticker} is ruled out`)
        for (const market of MARKETS) {
          if (only !== null && only !== market) continue
          const name = key(exchange, market, ticker)
          if (found.has(name)) throw new RangeError(`${name} is listed twice`)
          found.set(name, { asset, multiplier })
        }
      }
    }
  }
  return found
}
