import type { ExchangeId } from '@makas/domain'
import type { StoredKey } from '../ports/trading/key-store.ts'
import type { CallFailure, KeyMaterial, KeyPlace, KeyRefusal, KeyWorld } from '../ports/trading/key-vault.ts'
import { accountFor } from './demo-accounts.ts'
import { byCaller, type KeyCaller, type KeyParts, keyLine, masked, nameOf } from './key-parts.ts'
import { findingsOf, judge } from './key-verdict.ts'

type NotAdded =
  /** The exchange refuses the key; nothing is stored. */
  | { readonly kind: 'refused'; readonly why: KeyRefusal }
  | { readonly kind: 'withdraw-enabled' }
  | Extract<CallFailure, { kind: 'unreachable' }>
  /** The demo market is shown: the exchanges cannot be asked, and the key was sent nowhere. */
  | { readonly kind: 'demo-market' }
  /** The account's password is weak, and would guard a key to real money (product-decisions.md 19). */
  | { readonly kind: 'password-weak' }

export type AddedKey = { readonly kind: 'added'; readonly key: StoredKey } | NotAdded | { readonly kind: 'no-owner' }

/** Stores the key, or returns the one that an earlier sending of this call stored. */
type Keep = (store: () => Promise<StoredKey | null>) => Promise<StoredKey | null>

/**
 * Checks a key with its exchange and stores it, if the exchange accepts it and it cannot move money out
 * (product-decisions.md 24).
 */
export async function addKey(
  parts: KeyParts,
  caller: KeyCaller,
  world: KeyWorld,
  material: KeyMaterial,
  keep: Keep = (store) => store(),
): Promise<AddedKey> {
  const owner = await parts.store.owner(caller.userId)
  if (owner === null) return { kind: 'no-owner' }
  const hinders = hindrance(parts, owner, world)
  const added: AddedKey = hinders ?? (await addAsked(parts, caller, world, material, keep))
  if (added.kind === 'added' || added.kind === 'no-owner') return added
  const place = { ...world, recordId: parts.newId(), userId: caller.userId }
  const why = 'why' in added ? { why: added.why } : {}
  const line = keyLine('key-not-added', place, byCaller(caller, parts.clock.now()), { reason: added.kind, ...why })
  // The line names no record: the key was not stored.
  await parts.store.noteUnstored({ ...line, subject: null })
  return added
}

/** The refusal that needs no question to the exchange; null: nothing stands against the key. */
function hindrance(
  { demo }: KeyParts,
  { isPasswordWeak }: { readonly isPasswordWeak: boolean },
  { isTestnet, isDemo }: KeyWorld,
): NotAdded | null {
  if (isDemo) return null
  if (isPasswordWeak && !isTestnet) return { kind: 'password-weak' }
  return demo.isShown() ? { kind: 'demo-market' } : null
}

/** Connects the caller's account of the simulated exchange like an own key. Null: no account is free now. */
export async function addDemoKey(
  parts: KeyParts,
  caller: KeyCaller,
  exchange: ExchangeId,
  keep?: Keep,
): Promise<AddedKey | null> {
  const accounts = parts.demo.isShown() ? parts.demo.accountsOf(exchange) : []
  if (accounts.length === 0) return null
  const account = accountFor(caller.userId, accounts, await parts.store.demoKeys(exchange))
  if (account === null) return null
  return addKey(parts, caller, { exchange, isTestnet: false, isDemo: true }, account, keep)
}

async function addAsked(
  { store, vault, clock, newId }: KeyParts,
  caller: KeyCaller,
  world: KeyWorld,
  material: KeyMaterial,
  keep: Keep,
): Promise<AddedKey> {
  const judged = judge(world, await vault.ask(world, material, caller.userId))
  if (judged.kind !== 'good') return judged
  const place: KeyPlace = { ...world, recordId: newId(), userId: caller.userId }
  const sealed = await vault.seal(place, material)
  const findings = findingsOf(world, judged.reading, clock.now())
  if (sealed === null || findings === null) return { kind: 'unreachable', why: 'vault' }
  const key: StoredKey = {
    ...place,
    name: nameOf(place),
    maskedKey: masked(material.apiKey),
    findings,
    difference: null,
  }
  const audit = keyLine('key-added', place, byCaller(caller, findings.checkedAt))
  const kept = await keep(async () => ((await store.put({ key, sealed }, audit)) ? key : null))
  return kept === null ? { kind: 'no-owner' } : { kind: 'added', key: kept }
}
