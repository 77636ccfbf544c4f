import type { Portfolio as PortfolioBody } from '@makas/contract'
import type { Portfolio } from '../../app/portfolio/portfolio.ts'
import type { WalletFailure, WalletReading } from '../../app/portfolio/read-wallet.ts'
import { bannedUntil, KEY_REFUSED, KEY_UNOPENED, SENTENCES, WALLET_UNREACHABLE } from '../text.ts'

/** Copies field by field (security.md 38). `at` in epoch ms. */
export function presentPortfolio({ total, isPartial, owned, exchanges }: Portfolio, at: number): PortfolioBody {
  return {
    total_usdt: total,
    is_partial: isPartial,
    owned: [...owned],
    as_of: new Date(at).toISOString(),
    exchanges: exchanges.map(({ reading, assets }) => ({
      id: reading.key.recordId,
      exchange: reading.key.exchange,
      testnet: reading.key.isTestnet,
      is_demo: reading.key.isDemo,
      ...conditionOf(reading.balances),
      balances: assets.map(({ asset, wallet, free, used, total: whole, value, unvalued }) => ({
        asset,
        wallet,
        free,
        used,
        total: whole,
        usdt_value: value,
        unvalued,
      })),
    })),
  }
}

function conditionOf(balances: WalletReading['balances']) {
  if (balances.kind === 'read') return { status: 'connected' as const, error: null }
  return { status: STATUS[balances.kind], error: sentenceOf(balances) }
}

const STATUS = {
  unreachable: 'unreachable',
  refused: 'error',
  unopened: 'error',
  'withdraw-enabled': 'disabled',
} as const satisfies Record<WalletFailure['kind'], string>

function sentenceOf(failure: WalletFailure): string {
  switch (failure.kind) {
    case 'unreachable':
      return failure.until === undefined ? WALLET_UNREACHABLE[failure.why] : bannedUntil(failure.why, failure.until)
    case 'refused':
      return KEY_REFUSED[failure.why]
    case 'unopened':
      return KEY_UNOPENED
    case 'withdraw-enabled':
      return SENTENCES['withdraw-enabled']
  }
}
