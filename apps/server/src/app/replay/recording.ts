/** One line of a capture file (`{t, url, dir, msg}`), with its place and its effective time. */
export type RecordedLine = {
  readonly path: string
  readonly line: number
  /** The largest `t` so far in its file, 0 before the first (http-and-settings.md, Input). */
  readonly t: number
  readonly url: string
  readonly dir: 'in' | 'out'
  readonly msg: string
}

/** Largest time value of a `Date`, epoch ms. */
const LATEST_MS = 8.64e15

/** A file that cannot be read as a recording. The message names file and line. */
export class RecordingError extends Error {}

/** Parses a capture file. @throws RecordingError at a line that is no JSON object with a string `msg` */
export function parseRecording(path: string, text: string): RecordedLine[] {
  const lines: RecordedLine[] = []
  let t = 0
  let number = 0
  const rows = text.split('\n')
  if (rows.at(-1) === '') rows.pop()
  for (const raw of rows) {
    number++
    const value = jsonOf(raw, path, number)
    if (typeof value !== 'object' || value === null || !('msg' in value) || typeof value.msg !== 'string') {
      throw new RecordingError(`${path}:${number}: not a JSON object with a string "msg"`)
    }
    const record = value as { t?: unknown; url?: unknown; dir?: unknown; msg: string }
    if (isTime(record.t) && record.t > t) t = record.t
    const url = typeof record.url === 'string' ? record.url : ''
    lines.push({ path, line: number, t, url, dir: record.dir === 'out' ? 'out' : 'in', msg: record.msg })
  }
  return lines
}

/** Whether a value is epoch ms within the range of a `Date`; any other value is ignored. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && value <= LATEST_MS
}

function jsonOf(raw: string, path: string, line: number): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    throw new RecordingError(`${path}:${line}: not JSON`)
  }
}

/** All lines in replay order: time, then path by code unit, then line. */
export function inOrder(recordings: readonly (readonly RecordedLine[])[]): RecordedLine[] {
  return recordings
    .flat()
    .sort((a, b) => a.t - b.t || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || a.line - b.line)
}
