import { add, type Decimal, type ExchangeId, mantissaAt, parseDecimal, type Ratio } from '@makas/domain'
import type { Wallet, Wallets } from '../ports/trading/wallets.ts'
import { inCoins } from './coins.ts'
import type { WalletReading } from './read-wallet.ts'

/** Wallets for the spot rows of a user: accounts of the shown market, never of a test network. */
export function ownWallets(readings: readonly WalletReading[], isDemoShown: boolean): Wallets {
  const live = readings.filter(({ key }) => !key.isTestnet && key.isDemo === isDemoShown)
  return new Map(live.map((reading): [ExchangeId, Wallet] => [reading.key.exchange, walletOf(reading)]))
}

function walletOf({ key, balances }: WalletReading): Wallet {
  const fee = plausible(key.findings.fees?.spot ?? null)
  if (balances.kind !== 'read') return { fee, free: null }
  const free = new Map<string, Ratio>()
  for (const held of balances.value.trading) {
    const coins = inCoins(key.exchange, held)
    if (coins === null) continue
    const known = free.get(coins.asset)
    free.set(coins.asset, known === undefined ? coins.free : add(known, coins.free))
  }
  return { fee, free }
}

const FEE_DECIMALS = 12
const HIGHEST = 10n ** 11n

/** A taker rate from 0 to 10 %. Null for any other text, which must be a misreading: the public schedule holds. */
function plausible(text: string | null): Decimal | null {
  const fee = text === null ? null : parseDecimal(text)
  if (fee === null || fee.decimals > FEE_DECIMALS) return null
  const units = mantissaAt(fee, FEE_DECIMALS)
  return units >= 0n && units <= HIGHEST ? fee : null
}
