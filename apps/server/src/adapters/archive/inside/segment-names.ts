/** What a key says: whose, of which day, and what for. */
export type SegmentKey = {
  readonly key: string
  readonly day: string
  readonly name: string
  /** Made of several others. */
  readonly isJoined: boolean
}

const SEGMENT = /^(?:live|demo)\/(\d{4}-\d\d-\d\d)\/(\1-[\w-]+)\.parquet$/
const JOINED = /-joined-/

export const segmentKey = (source: string, name: string): string => `${source}/${name.slice(0, 10)}/${name}.parquet`
/** Says of which others a joined segment is made; it counts from the moment that this is there. */
export const partsKey = (key: string): string => `${key.slice(0, -'.parquet'.length)}.json`

/** Null for what is no segment. */
export function readKey(key: string): SegmentKey | null {
  const match = SEGMENT.exec(key)
  if (match === null) return null
  const [, day = '', name = ''] = match
  return { key, day, name, isJoined: JOINED.test(name) }
}

/** The segments that count, by what is listed: without those that a joined one has, and without unfinished ones. */
export async function counting(
  keys: readonly string[],
  partsOf: (key: string) => Promise<readonly string[]>,
): Promise<readonly SegmentKey[]> {
  const listed = new Set(keys)
  const segments = keys.flatMap((key) => readKey(key) ?? [])
  const gone = new Set<string>()
  for (const { key, day, isJoined } of segments) {
    if (!isJoined) continue
    if (!listed.has(partsKey(key))) gone.add(key)
    // Only while parts of it may still be there is it asked which.
    else if (segments.some((other) => other.day === day && other.key !== key))
      for (const part of await partsOf(key)) gone.add(part)
  }
  return segments.filter(({ key }) => !gone.has(key))
}
