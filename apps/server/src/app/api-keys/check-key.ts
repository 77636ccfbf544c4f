import type { KeyStatus, KeyWithSecret, StoredKey } from '../ports/trading/key-store.ts'
import type { CallFailure, KeyBalances, Part } from '../ports/trading/key-vault.ts'
import { byCaller, type KeyCaller, type KeyParts, keyLine } from './key-parts.ts'
import { findingsOf } from './key-verdict.ts'

export type CheckedKey =
  | {
      readonly kind: 'checked'
      readonly key: StoredKey
      /** Balances of the exchange's answer; null where it has no balances. */
      readonly balances: Part<KeyBalances> | null
    }
  /** The exchange did not answer; nothing is changed. */
  | Extract<CallFailure, { kind: 'unreachable' }>
  | { readonly kind: 'not-found' }

type Parts = Omit<KeyParts, 'newId' | 'demo'>

/** Asks the exchange again for a stored key's permissions (CALL-12). */
export async function checkKey(parts: Parts, caller: KeyCaller, id: string): Promise<CheckedKey> {
  const found = await parts.store.find(caller.userId, id)
  if (found === null) return { kind: 'not-found' }
  return check(parts, found, (at) => byCaller(caller, at), true)
}

/** Checks a stored key in the background; writes an audit line only where its status changes. */
export const recheckKey = (parts: Parts, found: KeyWithSecret): Promise<CheckedKey> =>
  check(parts, found, (time) => ({ time, actor: { kind: 'system' }, address: null, requestId: null }), false)

async function check(
  { store, vault, clock, alarm }: Parts,
  { key, sealed }: KeyWithSecret,
  by: (at: number) => Parameters<typeof keyLine>[2],
  isAlwaysNoted: boolean,
): Promise<CheckedKey> {
  const askedAt = clock.now()
  const answer = await vault.askStored(key, sealed)
  const findings = findingsOf(key, answer, askedAt)
  if (findings === null) return answer.kind === 'unreachable' ? answer : { kind: 'unreachable', why: 'vault' }
  const balances = answer.kind === 'read' ? answer.balances : null
  const { status, trouble } = findings
  for (let known = key; ; ) {
    const hasChanged = status !== known.findings.status || trouble !== known.findings.trouble
    const line = keyLine(hasChanged ? ACTIONS[status] : 'key-checked', key, by(clock.now()), { status, trouble })
    if (await store.note(known, findings, hasChanged || isAlwaysNoted ? line : null)) {
      if (hasChanged && trouble === 'withdraw-enabled')
        alarm('withdraw-permission-found', { key: key.recordId, exchange: key.exchange })
      return { kind: 'checked', key: { ...key, findings }, balances }
    }
    const current = (await store.find(key.userId, key.recordId))?.key
    // The key is gone, or this process may no longer write.
    if (current === undefined || current.findings.checkedAt === known.findings.checkedAt) return { kind: 'not-found' }
    // Another check asked the exchange after this one: its findings stand.
    if (current.findings.checkedAt >= askedAt) return { kind: 'checked', key: current, balances }
    known = current
  }
}

const ACTIONS: Readonly<Record<KeyStatus, string>> = {
  connected: 'key-connected',
  error: 'key-failed',
  disabled: 'key-disabled',
}
