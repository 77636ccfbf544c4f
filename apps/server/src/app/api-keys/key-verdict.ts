import type { ExchangeId } from '@makas/domain'
import type { KeyFindings } from '../ports/trading/key-store.ts'
import type { CallFailure, KeyPermissions, KeyReading, KeyWorld, StoredKeyAnswer } from '../ports/trading/key-vault.ts'

/**
 * Exchanges where a transfer permission lets money leave, and is refused like a withdrawal permission (security.md 45).
 */
const TRANSFER_LEAVES: ReadonlySet<ExchangeId> = new Set(['binance', 'kraken'])

/**
 * Whether the key may move money out. A permission that the exchange does not state counts as granted; test networks
 * hold no money.
 */
export function mayMoveMoneyOut({ exchange, isTestnet }: KeyWorld, { withdraw, transfer }: KeyPermissions): boolean {
  if (isTestnet) return false
  return withdraw !== false || (TRANSFER_LEAVES.has(exchange) && transfer !== false)
}

export type KeyVerdict =
  | { readonly kind: 'good'; readonly reading: KeyReading }
  | { readonly kind: 'withdraw-enabled' }
  | CallFailure

export function judge(world: KeyWorld, answer: KeyReading | CallFailure): KeyVerdict {
  if (answer.kind !== 'read') return answer
  return mayMoveMoneyOut(world, answer.permissions) ? { kind: 'withdraw-enabled' } : { kind: 'good', reading: answer }
}

const UNKNOWN: KeyPermissions = { read: null, spotTrade: null, futuresTrade: null, withdraw: null, transfer: null }

/** The findings to store of an answer; null where the answer says nothing of the key. */
export function findingsOf(world: KeyWorld, answer: StoredKeyAnswer, now: number): KeyFindings | null {
  const nothing = { permissions: UNKNOWN, balance: null, fees: null, checkedAt: now }
  switch (answer.kind) {
    case 'unreachable':
      return null
    case 'unopened':
      return { ...nothing, status: 'error', trouble: 'unopened' }
    case 'refused':
      return { ...nothing, status: 'error', trouble: answer.why }
    case 'read': {
      const { permissions, balances, fees } = answer
      const isDangerous = mayMoveMoneyOut(world, permissions)
      return {
        status: isDangerous ? 'disabled' : 'connected',
        trouble: isDangerous ? 'withdraw-enabled' : null,
        permissions,
        balance:
          balances.kind === 'read'
            ? Object.fromEntries(balances.value.trading.map(({ asset, total }) => [asset, total]))
            : null,
        fees: fees.kind === 'read' ? fees.value : null,
        checkedAt: now,
      }
    }
  }
}
