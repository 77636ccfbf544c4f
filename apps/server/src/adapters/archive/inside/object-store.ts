import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { S3mini } from 's3mini'
import { DAMAGED, type SegmentStore } from './segment-store.ts'

/** Bytes of the cache of fetched segments, at most; the least recently read goes first. */
const MOST_CACHED_BYTES = 1024 * 1024 * 1024
const ANSWER_WITHIN_MS = 20_000
/** Folder of fetched segments in a cache. */
const SEGMENTS = 'segments'

export type ObjectPlace = {
  /** Origin and bucket: `https://storage.example.org/makas`. */
  readonly endpoint: string
  /** Prefix of every key; empty, or ending in a slash. */
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

type CacheOptions = {
  readonly mostCachedBytes?: number
  /** Cache of another process on the same disk, from which files are taken before they are fetched. */
  readonly others?: string | undefined
}

/** The archive in an object store that speaks the S3 protocol; `cache` is a folder of this process alone. */
export async function objectStore(
  place: ObjectPlace,
  cache: string,
  { mostCachedBytes = MOST_CACHED_BYTES, others }: CacheOptions = {},
): Promise<SegmentStore> {
  const { prefix, ...rest } = place
  const client = new S3mini({ ...rest, requestAbortTimeout: ANSWER_WITHIN_MS })
  const work = join(cache, '.work')
  const kept = join(cache, SEGMENTS)
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true, mode: 0o700 })
  await mkdir(kept, { recursive: true, mode: 0o700 })
  /** Keys read since the start, the latest last. */
  const read = new Set<string>()
  const local = (key: string) => join(kept, ...key.split('/'))

  async function keep(key: string, file: string): Promise<string> {
    const path = local(key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await rename(file, path)
    read.delete(path)
    read.add(path)
    if (Number.isFinite(mostCachedBytes)) await makeRoom(kept, mostCachedBytes, [...read])
    return path
  }

  async function remove(key: string): Promise<void> {
    await client.deleteObject(prefix + key)
    await rm(local(key), { force: true })
    read.delete(local(key))
  }

  return {
    work,

    async list(folder) {
      const objects = (await client.listObjects('/', `${prefix}${folder}/`)) ?? []
      return objects
        .map(({ Key, Size }) => ({ key: Key.slice(prefix.length), bytes: Number(Size) }))
        .filter(({ key }) => !key.endsWith(DAMAGED))
        .sort(({ key: a }, { key: b }) => (a < b ? -1 : 1))
    },

    async put(key, file) {
      await client.putObject(prefix + key, await readFile(file), 'application/octet-stream')
      await keep(key, file)
    },

    async open(key) {
      const path = local(key)
      if ((await stat(path).catch(nullIfMissing)) !== null) {
        read.delete(path)
        read.add(path)
        return path
      }
      const part = join(work, randomBytes(8).toString('hex'))
      // A second name of the file: it stays when the other process removes its own.
      if (others !== undefined && (await isLinked(join(others, SEGMENTS, ...key.split('/')), part)))
        return keep(key, part)
      const answer = await client.getObjectResponse(prefix + key)
      if (answer?.body == null) return null
      await pipeline(Readable.fromWeb(answer.body as ReadableStream), createWriteStream(part, { mode: 0o600 }))
      return keep(key, part)
    },

    remove,

    async setAside(key) {
      const path = local(key)
      await client.putObject(prefix + key + DAMAGED, await readFile(path), 'application/octet-stream')
      await remove(key)
    },
  }
}

/** Removes the least recently read files, never the latest one. */
async function makeRoom(folder: string, most: number, read: readonly string[]): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: { readonly path: string; readonly bytes: number; readonly place: number }[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.push({ path, bytes: (await stat(path)).size, place: read.indexOf(path) })
  }
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { path, bytes, place } of files.sort((a, b) => a.place - b.place)) {
    if (total <= most || place === read.length - 1) return
    await rm(path, { force: true })
    total -= bytes
  }
}

/** Gives a file a second name; false where it is gone. */
async function isLinked(file: string, name: string): Promise<boolean> {
  return (await link(file, name).catch(nullIfMissing)) !== null
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
