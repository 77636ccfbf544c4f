import type { FrameSide } from './depth-frame.ts'
import type { Json } from './json-text.ts'

/** Reads levels `["price","size",…]`, each an array of exactly `length` texts, into a side. False: the frame is refused. */
export function readLevelTexts(list: Json | undefined, side: FrameSide, trims: boolean, length: number): boolean {
  if (!Array.isArray(list)) return false
  for (const level of list) {
    if (!Array.isArray(level) || level.length !== length) return false
    if (!level.every((text): text is string => typeof text === 'string')) return false
    const [price, size] = level
    if (price === undefined || size === undefined || !side.pushTexts(price, size, trims)) return false
  }
  return true
}
