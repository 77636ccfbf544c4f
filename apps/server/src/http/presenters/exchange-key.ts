import type { KeyRecord } from '@makas/contract'
import type { StoredKey } from '../../app/ports/trading/key-store.ts'
import { differenceSentence } from '../format/account-difference.ts'

/** Copies field by field: the masked key and its permissions (security.md 38, 43). */
export function presentStoredKey({
  recordId,
  exchange,
  name,
  maskedKey,
  isTestnet,
  isDemo,
  findings,
  difference,
}: StoredKey): KeyRecord {
  const { status, permissions, balance, checkedAt } = findings
  return {
    id: recordId,
    exchange_name: exchange,
    name,
    api_key_masked: maskedKey,
    is_valid: status === 'connected',
    testnet: isTestnet,
    is_demo: isDemo,
    status,
    last_checked: new Date(checkedAt).toISOString(),
    permissions: {
      read: permissions.read,
      spot_trade: permissions.spotTrade,
      futures_trade: permissions.futuresTrade,
      withdraw: permissions.withdraw,
      transfer: permissions.transfer,
    },
    balance: balance === null ? null : { ...balance },
    ...(difference === null ? {} : { difference: differenceSentence(difference) }),
  }
}
