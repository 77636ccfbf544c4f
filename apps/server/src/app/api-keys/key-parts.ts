import type { ExchangeId } from '@makas/domain'
import type { Actor, AuditEntry } from '../ports/audit-log.ts'
import type { Clock } from '../ports/book-feed.ts'
import type { KeyStore } from '../ports/key-store.ts'
import type { KeyPlace, KeyVault } from '../ports/key-vault.ts'

/** What the use cases of exchange keys work with. */
export type KeyParts = {
  readonly store: KeyStore
  readonly vault: KeyVault
  readonly clock: Clock
  readonly newId: () => string
  /** Somebody is to look at it soon (reliability.md 13). */
  readonly alarm: (event: string, data: Readonly<Record<string, unknown>>) => void
}

/** Who asks, and from where. */
export type KeyCaller = { readonly userId: string; readonly address: string | null; readonly requestId: string | null }

const NAMES: Readonly<Record<ExchangeId, string>> = { binance: 'Binance', okx: 'OKX', bybit: 'Bybit', kraken: 'Kraken' }

/** What a connection is called in a list. */
export const nameOf = ({ exchange, isTestnet }: KeyPlace): string => `${NAMES[exchange]}${isTestnet ? ' Testnet' : ''}`

const LONG_ENOUGH = 16
const SHOWN = 4
const DOTS = '••••••••'

/** The only form in which a key is shown (security.md 43): of a short one nothing. */
export const masked = (apiKey: string): string =>
  apiKey.length < LONG_ENOUGH ? DOTS : `${apiKey.slice(0, SHOWN)}${DOTS}${apiKey.slice(-SHOWN)}`

/** A line of the audit log about a key. */
export function keyLine(
  action: string,
  { exchange, isTestnet, recordId, userId }: KeyPlace,
  by: {
    readonly at: number
    readonly actor: Actor
    readonly address: string | null
    readonly requestId: string | null
  },
  detail: Readonly<Record<string, unknown>> = {},
): AuditEntry {
  return {
    ...by,
    action,
    subject: { kind: 'exchange-key', id: recordId },
    detail: { exchange, testnet: isTestnet, owner: userId, ...detail },
  }
}

/** The caller as the audit log names one. */
export const byCaller = ({ userId, address, requestId }: KeyCaller, at: number) => ({
  at,
  actor: { kind: 'user', id: userId } as const,
  address,
  requestId,
})
