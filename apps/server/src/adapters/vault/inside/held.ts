import { type Decimal, decimalText, mantissaAt } from '@makas/domain'
import type { HeldAsset } from '../../../app/ports/trading/key-vault.ts'

const atOneScale = (left: Decimal, right: Decimal) => {
  const decimals = Math.max(left.decimals, right.decimals)
  return { decimals, left: mantissaAt(left, decimals), right: mantissaAt(right, decimals) }
}

export function sum(...amounts: readonly Decimal[]): Decimal {
  return amounts.reduce(
    (whole, part) => {
      const { decimals, left, right } = atOneScale(whole, part)
      return { mantissa: left + right, decimals }
    },
    { mantissa: 0n, decimals: 0 },
  )
}

/** The difference of two amounts, at least zero: owed money cannot be spent. */
export function rest(whole: Decimal, part: Decimal): Decimal {
  const { decimals, left, right } = atOneScale(whole, part)
  return { mantissa: left > right ? left - right : 0n, decimals }
}

export const held = (asset: string, free: Decimal, used: Decimal, total: Decimal): HeldAsset => ({
  asset,
  free: decimalText(free),
  used: decimalText(used),
  total: decimalText(total),
})

/** Assets with a total above zero. */
export const onlyHeld = (assets: readonly HeldAsset[]): HeldAsset[] => assets.filter(({ total }) => total !== '0')
