import type { KeyMaterial, KeyWorld } from '../ports/trading/key-vault.ts'
import { byCaller, type KeyCaller, type KeyParts, keyLine } from './key-parts.ts'
import { judge, type KeyVerdict } from './key-verdict.ts'

/** `demo-market`: the exchanges cannot be asked now, and the key was sent nowhere. */
export type KeyTrialResult = KeyVerdict | { readonly kind: 'demo-market' }

/** Whether a key would be accepted (CALL-14); stores only an audit line of the try (security.md 67). */
export async function tryKey(
  { vault, store, clock, newId, demo }: Omit<KeyParts, 'alarm'>,
  caller: KeyCaller,
  world: KeyWorld,
  material: KeyMaterial,
): Promise<KeyTrialResult> {
  const judged: KeyTrialResult = demo.isShown()
    ? { kind: 'demo-market' }
    : judge(world, await vault.ask(world, material, caller.userId))
  const place = { ...world, recordId: newId(), userId: caller.userId }
  const why = 'why' in judged ? { why: judged.why } : {}
  const line = keyLine('key-tried', place, byCaller(caller, clock.now()), { outcome: judged.kind, ...why })
  await store.noteUnstored({ ...line, subject: null })
  return judged
}
