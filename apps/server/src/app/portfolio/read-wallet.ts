import { recheckKey } from '../api-keys/check-key.ts'
import type { KeyParts } from '../api-keys/key-parts.ts'
import type { KeyFindings, KeyWithSecret, StoredKey } from '../ports/key-store.ts'
import type { CallFailure, KeyBalances } from '../ports/key-vault.ts'

/** Why nobody can say what an account holds. */
export type WalletFailure =
  | CallFailure
  | { readonly kind: 'unopened' }
  /** The key may move money out: it is not used until that is turned off. */
  | { readonly kind: 'withdraw-enabled' }

/** One connection and what its account holds now. */
export type WalletReading = {
  readonly key: StoredKey
  /** When it was told, epoch ms. */
  readonly at: number
  readonly balances: { readonly kind: 'read'; readonly value: KeyBalances } | WalletFailure
}

export type WalletParts = Pick<KeyParts, 'store' | 'vault' | 'clock' | 'alarm' | 'demo'>

/** A key that was looked at more recently is asked for its balances alone; else all that it may do is asked with them. */
const TRUSTED_MS = 10 * 60_000
/** A key that its exchange refuses is not put to it more often: an exchange that is asked in vain locks the address out. */
const REFUSED_AGAIN_MS = 60_000

/** Null: the connection is gone. Its state is kept up to date on the way (security.md 46). */
export async function readWallet(parts: WalletParts, found: KeyWithSecret): Promise<WalletReading | null> {
  const reading = await readingOf(parts, found)
  return reading === null ? null : { ...reading, at: parts.clock.now() }
}

type UntimedReading = Omit<WalletReading, 'at'>

async function readingOf(parts: WalletParts, found: KeyWithSecret): Promise<UntimedReading | null> {
  const { key, sealed } = found
  const { status, permissions, checkedAt } = key.findings
  const sinceMs = parts.clock.now() - checkedAt
  // Noted by a clock that was ahead: then nobody knows when.
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
