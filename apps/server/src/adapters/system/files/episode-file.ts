import { appendFileSync, closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'
import { appendFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FinishedEpisode } from '@makas/domain'
import type { EpisodeStore } from '../../../app/ports/market/episode-store.ts'
import type { LifetimeSource } from '../../../app/ports/market/market-source.ts'
import { episodeLine, parseEpisode } from './episode-line.ts'

/**
 * Bytes at which a file becomes the older one of the two: about 15,000 episodes, which are read back in a fraction of a
 * second.
 */
const FULL_BYTES = 4 * 1024 * 1024
const NEWLINE = 10

/** The files of a source below `dataDir`: the older file, and the file that is appended to. */
export const episodePaths = (dataDir: string, source: LifetimeSource): readonly [older: string, newer: string] => [
  join(dataDir, `episodes-${source}.older.jsonl`),
  join(dataDir, `episodes-${source}.jsonl`),
]

/** Episodes as JSON lines, appended to `episodes-<source>.jsonl` below `dataDir`. */
export function episodeFile(dataDir: string, source: LifetimeSource, fullBytes = FULL_BYTES): EpisodeStore {
  const [older, path] = episodePaths(dataDir, source)
  // A failed write, or a crash whose torn line could not be cut off, may have left half a line: the next line must not
  // be joined to it.
  let isTorn = true

  /** The text of a write that has not succeeded yet. */
  function next(episodes: readonly FinishedEpisode[]): string {
    const text = episodes.map((episode) => `${episodeLine(episode)}\n`).join('')
    const start = isTorn ? '\n' : ''
    isTorn = true
    return start + text
  }

  return {
    read(tell) {
      let refused = 0
      for (const file of [older, path]) {
        for (const line of wholeLines(file, fullBytes)) {
          const episode = parseEpisode(line)
          if (episode === null) refused++
          else tell(episode)
        }
      }
      isTorn = false
      return { refused }
    },

    async append(episodes) {
      const text = next(episodes)
      if ((await sizeOf(path)) + text.length > fullBytes) await rename(path, older).catch(unlessMissing)
      await appendFile(path, text, { mode: 0o600, flush: true })
      isTorn = false
    },

    appendNow(episodes) {
      appendFileSync(path, next(episodes), { mode: 0o600, flush: true })
    },

    async clear() {
      await Promise.all([rm(path, { force: true }), rm(older, { force: true })])
    },
  }
}

/** The lines of the newest `most` bytes of a file. A last line without its end was torn by a crash and is cut off. */
function* wholeLines(file: string, most: number): Generator<string> {
  const bytes = tail(file, most)
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, start)
    if (end > start) yield bytes.toString('utf8', start, end)
    start = end + 1
  }
}

/** Whole lines only; empty where there is no file. */
function tail(file: string, most: number): Buffer {
  let fd: number
  try {
    fd = openSync(file, 'r+')
  } catch (error) {
    unlessMissing(error)
    return Buffer.alloc(0)
  }
  try {
    const { size } = fstatSync(fd)
    const from = Math.max(0, size - most)
    const bytes = Buffer.alloc(size - from)
    const read = readSync(fd, bytes, 0, bytes.length, from)
    const end = bytes.subarray(0, read).lastIndexOf(NEWLINE) + 1
    const whole = end === 0 ? 0 : from + end
    if (whole < size) ftruncateSync(fd, whole)
    // Where the file is longer, the first line may be cut.
    return bytes.subarray(from === 0 ? 0 : bytes.indexOf(NEWLINE) + 1, end)
  } finally {
    closeSync(fd)
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    unlessMissing(error)
    return 0
  }
}

function unlessMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
