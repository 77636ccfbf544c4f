import { createHmac } from 'node:crypto'
import type { Keys, KeyUse, KeyVersion } from './key-ring.ts'

const BETWEEN = '+'

/** A keyed hash, and the ids of its keys in the order of use, as one text. */
export type WrappedTag = { readonly tag: Buffer; readonly ids: string }

const under = (tag: Uint8Array | string, { key }: Pick<KeyVersion, 'key'>): Buffer =>
  createHmac('sha256', key).update(tag).digest()

export const tagOf = (value: Uint8Array | string, key: KeyVersion): WrappedTag => ({
  tag: under(value, key),
  ids: key.id,
})

/**
 * Hashes a tag once more under a further key, without its value: its former keys alone then verify nothing (security.md
 * 89).
 */
export const wrapped = ({ tag, ids }: WrappedTag, key: KeyVersion): WrappedTag => ({
  tag: under(tag, key),
  ids: `${ids}${BETWEEN}${key.id}`,
})

/** The tag of a value under the keys that `ids` names; null where the key file lacks one of them. */
export function tagUnder(value: Uint8Array, ids: string, use: KeyUse, keys: Pick<Keys, 'by'>): Buffer | null {
  let tag: Buffer = Buffer.from(value)
  for (const id of ids.split(BETWEEN)) {
    const key = keys.by(use, id)
    if (key === null) return null
    tag = under(tag, key)
  }
  return tag
}

/**
 * All tags that a value may have under keys in their order, the oldest first: made with one key, wrapped with any keys
 * after it, since an interrupted change leaves keys out. A key file has few keys.
 */
export function tagsUnder(value: string, keys: readonly KeyVersion[]): readonly WrappedTag[] {
  const tags: WrappedTag[] = []
  for (const key of keys) tags.push(...tags.map((one) => wrapped(one, key)), tagOf(value, key))
  return tags
}
