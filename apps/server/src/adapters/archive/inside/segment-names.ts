export type SegmentKey = {
  readonly key: string
  readonly day: string
  readonly name: string
  /** Made of several segments; the word in the names on disk is `joined`. */
  readonly isCompacted: boolean
  /** The archive process that wrote it; null for segments of versions that did not name it. */
  readonly writer: string | null
}

const SEGMENT = /^(?:live|demo)\/(\d{4}-\d\d-\d\d)\/(\1-[\w-]+)(?:\.(\w+))?\.parquet$/
const COMPACTED = /-joined-/

export const segmentKey = (source: string, name: string, writer: string): string =>
  `${source}/${name.slice(0, 10)}/${name}.${writer}.parquet`
/** Key of the list of a compacted segment's parts; the segment counts once the list is stored. */
export const partsKey = (key: string): string => `${key.slice(0, -'.parquet'.length)}.json`

/** Parses a key; null where it names no segment. */
export function readKey(key: string): SegmentKey | null {
  const match = SEGMENT.exec(key)
  if (match === null) return null
  const [, day = '', name = '', writer = null] = match
  return { key, day, name, isCompacted: COMPACTED.test(name), writer }
}

/**
 * The segments among the listed keys that count: without parts of compacted segments and without unfinished segments.
 */
export async function counting(
  keys: readonly string[],
  partsOf: (key: string) => Promise<readonly string[]>,
): Promise<readonly SegmentKey[]> {
  const listed = new Set(keys)
  const segments = keys.flatMap((key) => readKey(key) ?? [])
  const gone = new Set<string>()
  for (const { key, day, isCompacted } of segments) {
    if (!isCompacted) continue
    if (!listed.has(partsKey(key))) gone.add(key)
    // The list of parts is read only while some of them may still be there.
    else if (segments.some((other) => other.day === day && other.key !== key))
      for (const part of await partsOf(key)) gone.add(part)
  }
  return segments.filter(({ key }) => !gone.has(key))
}
