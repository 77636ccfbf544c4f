import { EXCHANGE_TITLES, type ExchangeId } from '@makas/domain'
import type { Clock } from '../ports/system/clock.ts'
import type { KeyStore } from '../ports/trading/key-store.ts'
import type { KeyMaterial, KeyPlace, KeyVault, KeyWorld } from '../ports/trading/key-vault.ts'
import type { Actor, AuditEntry } from '../ports/users/audit-log.ts'

export type DemoAccounts = {
  /** Whether the demo market is shown: then the exchanges cannot be asked, and no key is sent to them. */
  readonly isShown: () => boolean
  /** Accounts of the demo market at an exchange; empty while there is no demo market. */
  readonly accountsOf: (exchange: ExchangeId) => readonly KeyMaterial[]
}

/** What the use cases of exchange keys work with. */
export type KeyParts = {
  readonly store: KeyStore
  readonly vault: KeyVault
  readonly clock: Clock
  readonly newId: () => string
  readonly demo: DemoAccounts
  /** Raises an alarm for the operator (reliability-matrix.md 13). */
  readonly alarm: (event: string, data: Readonly<Record<string, unknown>>) => void
}

/** The calling user, and the origin of the request. */
export type KeyCaller = { readonly userId: string; readonly address: string | null; readonly requestId: string | null }

/** Name of a connection in lists. */
export const nameOf = ({ exchange, isTestnet, isDemo }: KeyWorld): string =>
  `${EXCHANGE_TITLES[exchange]}${isDemo ? ' Demo' : isTestnet ? ' Testnet' : ''}`

/** Whether a connection is listed: demo connections only while the demo market is shown. */
export const isListed = ({ isDemo }: Pick<KeyWorld, 'isDemo'>, { isShown }: Pick<DemoAccounts, 'isShown'>): boolean =>
  !isDemo || isShown()

/** Number of characters from which a key's ends are shown: at least half of the key stays masked. */
const LONG_ENOUGH = 16
const SHOWN = 4
const DOTS = '••••••••'

/** The only form in which a key is shown (security.md 43): a short key is masked wholly. */
export const masked = (apiKey: string): string =>
  apiKey.length < LONG_ENOUGH ? DOTS : `${apiKey.slice(0, SHOWN)}${DOTS}${apiKey.slice(-SHOWN)}`

export function keyLine(
  action: string,
  { exchange, isTestnet, isDemo, recordId, userId }: KeyPlace,
  by: {
    readonly time: number
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
    detail: { exchange, testnet: isTestnet, ...(isDemo ? { demo: true } : {}), owner: userId, ...detail },
  }
}

export const byCaller = ({ userId, address, requestId }: KeyCaller, time: number) => ({
  time,
  actor: { kind: 'user', id: userId } as const,
  address,
  requestId,
})
