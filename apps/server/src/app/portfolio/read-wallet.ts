import { recheckKey } from '../api-keys/check-key.ts'
import type { KeyParts } from '../api-keys/key-parts.ts'
import type { KeyFindings, KeyWithSecret, StoredKey } from '../ports/trading/key-store.ts'
import type { CallFailure, KeyBalances } from '../ports/trading/key-vault.ts'

/** Why an account's balances are unknown. */
export type WalletFailure =
  | CallFailure
  | { readonly kind: 'unopened' }
  /** The key may move money out, and is not used until that permission is removed. */
  | { readonly kind: 'withdraw-enabled' }

/** One connection and what its account holds now. */
export type WalletReading = {
  readonly key: StoredKey
  /** Time of the exchange's answer, epoch ms. */
  readonly time: number
  readonly balances: { readonly kind: 'read'; readonly value: KeyBalances } | WalletFailure
}

export type WalletParts = Pick<KeyParts, 'store' | 'vault' | 'clock' | 'alarm' | 'demo'>

/** Age of a key's check, ms, up to which we ask for its balances alone, and not for its permissions. */
const TRUSTED_MS = 10 * 60_000
/** Least interval between two tries of a refused key, ms: exchanges ban addresses that keep using a refused key. */
export const REFUSED_AGAIN_MS = 60_000

/** Reads one connection, and updates its stored status on the way (security.md 46). Null: the connection is gone. */
export async function readWallet(parts: WalletParts, found: KeyWithSecret): Promise<WalletReading | null> {
  const reading = await readingOf(parts, found)
  return reading === null ? null : { ...reading, time: parts.clock.now() }
}

type UntimedReading = Omit<WalletReading, 'time'>

async function readingOf(parts: WalletParts, found: KeyWithSecret): Promise<UntimedReading | null> {
  const { key, sealed } = found
  const { status, permissions, checkedAt } = key.findings
  const sinceMs = parts.clock.now() - checkedAt
  // A clock that was ahead noted the check: its age is unknown.
  const ageMs = sinceMs < 0 ? Number.POSITIVE_INFINITY : sinceMs
  if (status === 'disabled') return { key, balances: { kind: 'withdraw-enabled' } }
  if (status === 'error' && ageMs < REFUSED_AGAIN_MS) return { key, balances: failureOf(key.findings) }
  if (status === 'error' || ageMs >= TRUSTED_MS) return readingAfterRecheck(parts, found)
  const balances = await parts.vault.balances(key, sealed, permissions)
  const isNews = balances.kind === 'refused' || balances.kind === 'unopened'
  return isNews && ageMs >= REFUSED_AGAIN_MS ? readingAfterRecheck(parts, found) : { key, balances }
}

async function readingAfterRecheck(parts: WalletParts, found: KeyWithSecret): Promise<UntimedReading | null> {
  const checked = await recheckKey(parts, found)
  switch (checked.kind) {
    case 'not-found':
      return null
    case 'unreachable':
      return { key: found.key, balances: checked }
    case 'checked': {
      const { key, balances } = checked
      const isUsable = key.findings.status === 'connected' && balances !== null
      return { key, balances: isUsable ? balances : failureOf(key.findings) }
    }
  }
}

function failureOf({ trouble }: KeyFindings): WalletFailure {
  if (trouble === 'withdraw-enabled' || trouble === 'unopened') return { kind: trouble }
  return { kind: 'refused', why: trouble ?? 'other' }
}
