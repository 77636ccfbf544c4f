import { type AssetId, assetOf, decimalText, type ExchangeId, ofDecimal, parseExact, type Ratio } from '@makas/domain'
import type { HeldAsset } from '../ports/trading/key-vault.ts'

/**
 * A holding of an asset of the identity table, counted in coins: a unit of a ticker with a multiplier is that many
 * coins.
 */
export type HeldInCoins = {
  readonly asset: AssetId
  readonly free: Ratio
  readonly total: Ratio
  readonly shown: HeldAsset
}

/** Converts a holding into coins. Null: the asset is not in the reviewed table (product-decisions.md 26). */
export function inCoins(exchange: ExchangeId, held: HeldAsset): HeldInCoins | null {
  const identified = assetOf(exchange, 'spot', held.asset)
  if (identified === null) return null
  const { asset, multiplier } = identified
  // The vault's amounts are decimal texts always.
  const coins = (text: string) => {
    const { mantissa, decimals } = parseExact(text)
    return { mantissa: mantissa * multiplier, decimals }
  }
  const [free, used, total] = [coins(held.free), coins(held.used), coins(held.total)]
  const shown = { asset: asset.id, free: decimalText(free), used: decimalText(used), total: decimalText(total) }
  return { asset: asset.id, free: ofDecimal(free), total: ofDecimal(total), shown }
}
