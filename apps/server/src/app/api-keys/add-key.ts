import type { ExchangeId } from '@makas/domain'
import type { StoredKey } from '../ports/key-store.ts'
import type { KeyMaterial, KeyPlace, KeyRefusal, KeyWorld, Unreachable } from '../ports/key-vault.ts'
import { findingsOf, judge } from './judgement.ts'
import { byCaller, type KeyCaller, type KeyParts, keyLine, masked, nameOf } from './key-parts.ts'

type NotAdded =
  /** The exchange does not take it; nothing is stored. */
  | { readonly kind: 'refused'; readonly why: KeyRefusal }
  | { readonly kind: 'withdraw-enabled' }
  | { readonly kind: 'unreachable'; readonly why: Unreachable }
  /** The exchanges cannot be asked, and the demo market has accounts of its own; the key went nowhere. */
  | { readonly kind: 'demo-market' }
  /** A guessable password would guard a key to real money (product-decisions.md 19). */
  | { readonly kind: 'password-weak' }

export type AddedKey = { readonly kind: 'added'; readonly key: StoredKey } | NotAdded | { readonly kind: 'no-owner' }

/** Stores the key, or tells which one the same call stored before. */
type Keep = (store: () => Promise<StoredKey | null>) => Promise<StoredKey | null>

/** Asks the exchange first; only a key that it takes, and with which no money can leave, is stored (product-decisions.md 24). */
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
  // Of what was never stored there is no record that could be named.
  await parts.store.noteUnstored({ ...line, subject: null })
  return added
}

/** What is in the way before anybody is asked. */
function hindrance(
  { demo }: KeyParts,
  { isPasswordWeak }: { readonly isPasswordWeak: boolean },
  { isTestnet, isDemo }: KeyWorld,
): NotAdded | null {
  if (isDemo) return null
  if (demo.isShown()) return { kind: 'demo-market' }
  return isPasswordWeak && !isTestnet ? { kind: 'password-weak' } : null
}

/** Connects the caller's account of the simulated exchange, as a key of one's own would be. Null: there is none now. */
export async function addDemoKey(
  parts: KeyParts,
  caller: KeyCaller,
  exchange: ExchangeId,
  keep?: Keep,
): Promise<AddedKey | null> {
  const account = parts.demo.isShown() ? parts.demo.accountOf(exchange, caller.userId) : null
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
  const judged = judge(world, await vault.ask(world, material))
  if (judged.kind !== 'good') return judged
  const place: KeyPlace = { ...world, recordId: newId(), userId: caller.userId }
  const sealed = await vault.seal(place, material)
  const findings = findingsOf(world, judged.reading, clock.now())
  if (sealed === null || findings === null) return { kind: 'unreachable', why: 'vault' }
  const key: StoredKey = { ...place, name: nameOf(place), maskedKey: masked(material.apiKey), findings }
  const audit = keyLine('key-added', place, byCaller(caller, findings.checkedAt))
  const kept = await keep(async () => ((await store.put({ key, sealed }, audit)) ? key : null))
  return kept === null ? { kind: 'no-owner' } : { kind: 'added', key: kept }
}
