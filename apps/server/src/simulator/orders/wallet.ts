import { type Decimal, mantissaAt, pow10 } from '@makas/domain'
import { AMOUNT_DECIMALS, type Holding, type TestAccount } from '../accounts/test-account.ts'

type Wallet = Holding['wallet']

/** Whole units of a holding. Fractions are rounded in the exchange's favour. */
export function unitsOf({ mantissa, decimals }: Decimal): bigint {
  if (decimals <= AMOUNT_DECIMALS) return mantissaAt({ mantissa, decimals }, AMOUNT_DECIMALS)
  const divisor = pow10(decimals - AMOUNT_DECIMALS)
  const whole = mantissa / divisor
  return mantissa % divisor < 0n ? whole - 1n : whole
}

/** Free amount of an asset, in units of a holding. */
export function freeOf({ holdings }: TestAccount, wallet: Wallet, asset: string): bigint {
  const found = holdings.find((one) => one.wallet === wallet && one.asset === asset)
  return BigInt(found?.free ?? 0)
}

/** Whether a holding can count that many units exactly. */
export const isCountable = (units: bigint): boolean => units <= BigInt(Number.MAX_SAFE_INTEGER)

/** Adds to the free and locked amount of an asset. Either may be negative. */
export function change(account: TestAccount, wallet: Wallet, asset: string, free: bigint, locked = 0n): void {
  const at = account.holdings.findIndex((one) => one.wallet === wallet && one.asset === asset)
  const before = account.holdings[at] ?? { wallet, asset, free: 0, locked: 0 }
  const after = {
    ...before,
    free: Number(BigInt(before.free) + free),
    locked: Number(BigInt(before.locked) + locked),
  }
  if (at === -1) account.holdings.push(after)
  else account.holdings[at] = after
}
