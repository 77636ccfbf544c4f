import type { Removal } from '../ports/users/users.ts'
import { byCaller, type KeyCaller, type KeyParts, keyLine } from './key-parts.ts'

/** Destroys a key at once (security.md 48). `unknown`: no such key, or not the caller's. */
export async function deleteKey(
  { store, clock }: Pick<KeyParts, 'store' | 'clock'>,
  caller: KeyCaller,
  id: string,
): Promise<Removal> {
  const found = await store.find(caller.userId, id)
  if (found === null) return 'unknown'
  return store.remove(caller.userId, id, keyLine('key-deleted', found.key, byCaller(caller, clock.now())))
}
