import { createHmac } from 'node:crypto'
import type { Keys, KeyUse, KeyVersion } from './key-ring.ts'

/** Between the ids of the keys of a tag. */
const BETWEEN = '+'

/** A keyed hash, and the ids of the keys that it was made with, the first one first, as one text. */
export type WrappedTag = { readonly tag: Buffer; readonly ids: string }

const under = (tag: Uint8Array | string, { key }: Pick<KeyVersion, 'key'>): Buffer =>
  createHmac('sha256', key).update(tag).digest()

/** The tag of a value under one key. */
export const tagOf = (value: Uint8Array | string, key: KeyVersion): WrappedTag => ({
  tag: under(value, key),
  ids: key.id,
})

/**
 * Hashes a tag once more under a further key, so that its former keys alone verify nothing, without the value that it
 * was made of (security.md 89).
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
 * All tags that a value may have under keys in their order, the oldest first: made with one, wrapped with any of those
 * after, since an interrupted change leaves keys out. A key file has few.
 */
export function tagsUnder(value: string, keys: readonly KeyVersion[]): readonly WrappedTag[] {
  const tags: WrappedTag[] = []
  for (const key of keys) tags.push(...tags.map((one) => wrapped(one, key)), tagOf(value, key))
  return tags
}
