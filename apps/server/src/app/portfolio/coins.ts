import { type AssetId, assetOf, decimalText, type ExchangeId, ofDecimal, parseDecimal, type Ratio } from '@makas/domain'
import type { HeldAsset } from '../ports/key-vault.ts'

/** What is held of an asset of the identity table, counted in coins: a ticker of a thousand holds so many more. */
export type HeldInCoins = {
  readonly asset: AssetId
  readonly free: Ratio
  readonly total: Ratio
  readonly shown: HeldAsset
}

/** Null: not in the reviewed table, so not taken for anything (product-decisions.md 26). */
export function inCoins(exchange: ExchangeId, held: HeldAsset): HeldInCoins | null {
  const identified = assetOf(exchange, 'spot', held.asset)
  if (identified === null) return null
  const { asset, multiplier } = identified
  const coins = (text: string) => {
    const { mantissa, decimals } = exactly(text)
    return { mantissa: mantissa * multiplier, decimals }
  }
  const [free, used, total] = [coins(held.free), coins(held.used), coins(held.total)]
  const shown = { asset: asset.id, free: decimalText(free), used: decimalText(used), total: decimalText(total) }
  return { asset: asset.id, free: ofDecimal(free), total: ofDecimal(total), shown }
}

/** The vault tells amounts as decimal texts and nothing else. */
function exactly(text: string) {
  const parsed = parseDecimal(text)
  if (parsed === null) throw new Error('the vault told an amount that is none')
  return parsed
}
