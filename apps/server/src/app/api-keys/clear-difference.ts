import { byCaller, type KeyCaller, type KeyParts, keyLine } from './key-parts.ts'

/**
 * Lets a connection order again after its owner has looked at the difference. Trades so far are not compared any more.
 * False: there is no such key, the key is not the caller's, or there is no difference.
 */
export async function clearDifference(
  { store, clock }: Pick<KeyParts, 'store' | 'clock'>,
  caller: KeyCaller,
  id: string,
): Promise<boolean> {
  const found = await store.find(caller.userId, id)
  const difference = found?.key.difference ?? null
  if (found === null || difference === null) return false
  const now = clock.now()
  const line = keyLine('account-difference-cleared', found.key, byCaller(caller, now), difference)
  return store.clearDifference(caller.userId, id, now, line)
}
