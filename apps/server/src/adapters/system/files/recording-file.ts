import { closeSync, openSync, writeSync } from 'node:fs'

/** Characters that are collected before they are written. */
const PIECE = 1 << 18

/** A new file of recorded lines, one JSON object each (http-and-settings.md, Replay), that never grows past a bound. */
export class RecordingFile {
  lines = 0
  bytes = 0
  /** Why no further line is taken: the bound was reached, or the disk refused a piece. Null: lines are taken. */
  ended: 'full' | Error | null = null
  readonly #path: string
  readonly #most: number
  readonly #file: number
  #piece = ''
  #isClosed = false

  /** Makes the file, which must not exist yet; `most`: its largest size in bytes. */
  constructor(path: string, most: number) {
    this.#path = path
    this.#most = most
    this.#file = openSync(path, 'wx', 0o644)
  }

  /** Size in MB, with one decimal. */
  get megabytes(): number {
    return Math.round(this.bytes / 100_000) / 10
  }

  get summary(): string {
    const why = this.ended === null ? '' : this.ended === 'full' ? ' (ended at its bound)' : ` (${this.ended.message})`
    return `${this.#path}: ${this.lines} lines, ${this.megabytes} MB${why}`
  }

  /** Takes a line. The first line that would pass the bound is left out, and so are all later lines. */
  readonly take = (t: number, url: string, dir: 'in' | 'out', msg: string): void => {
    if (this.ended !== null || this.#isClosed) return
    const line = `${JSON.stringify({ t, url, dir, msg })}\n`
    const size = Buffer.byteLength(line)
    if (this.bytes + size > this.#most) {
      this.ended = 'full'
      return
    }
    this.lines++
    this.bytes += size
    this.#piece += line
    if (this.#piece.length >= PIECE) this.#write()
  }

  close(): void {
    this.#isClosed = true
    this.#write()
    closeSync(this.#file)
  }

  #write(): void {
    const piece = this.#piece
    this.#piece = ''
    try {
      for (let rest = Buffer.from(piece); rest.length > 0; ) rest = rest.subarray(writeSync(this.#file, rest))
    } catch (error) {
      this.ended = error instanceof Error ? error : new Error(String(error))
    }
  }
}
