import type { KeyMaterial, KeyWorld } from '../ports/key-vault.ts'
import { type Judgement, judge } from './judgement.ts'
import { byCaller, type KeyCaller, type KeyParts, keyLine } from './key-parts.ts'

/** Whether a key would be taken (CALL-14); of it nothing is stored but that it was tried (security.md 67). */
export async function tryKey(
  { vault, store, clock, newId }: Omit<KeyParts, 'alarm'>,
  caller: KeyCaller,
  world: KeyWorld,
  material: KeyMaterial,
): Promise<Judgement> {
  const judged = judge(world, await vault.ask(world, material))
  const place = { ...world, recordId: newId(), userId: caller.userId }
  const why = 'why' in judged ? { why: judged.why } : {}
  const line = keyLine('key-tried', place, byCaller(caller, clock.now()), { outcome: judged.kind, ...why })
  await store.noteUnstored({ ...line, subject: null })
  return judged
}
