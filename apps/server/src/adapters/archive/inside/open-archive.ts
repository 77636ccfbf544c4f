import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning } from '../../system/files/process-lock.ts'
import type { ArchiveSettings } from '../messages.ts'
import { type Duck, openDuck } from './duck.ts'
import { folderStore } from './folder-store.ts'
import { objectStore } from './object-store.ts'
import { ParquetArchive } from './parquet-archive.ts'
import type { SegmentStore } from './segment-store.ts'

/** DuckDB's memory, MB: compacting segments sorts about 200 MB of text, partly on disk; a question needs a few MB. */
export const MEMORY_MB = 256

/** Folder of cached segments of an object store. */
const cacheFolder = (dataDir: string): string => join(dataDir, 'archive-cache')
/** File with the name by which the archive of a data folder knows the segments that it wrote itself. */
const WRITER = 'archive-writer'
/** Beginning of the names of a reader's folders in the cache, before its pid. */
const READER = 'reader-'

export type OpenArchive = { readonly archive: ParquetArchive; readonly store: SegmentStore; readonly duck: Duck }
type Places = Pick<ArchiveSettings, 'dataDir' | 'place'>

/** Opens the archive of the settings for writing, with a DuckDB in this process. A data folder has one writer. */
export async function openArchive(
  { dataDir, place }: Places,
  damaged: (key: string, error: string) => void,
): Promise<OpenArchive> {
  const folder = place.kind === 'folder' ? place.folder : cacheFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const writer = await writerOf(dataDir)
  const store =
    place.kind === 'folder'
      ? await folderStore(folder, join(folder, '.work', writer))
      : await objectStore(place, folder)
  const duck = await openDuck({ memoryMb: MEMORY_MB, work: store.work, folders: [folder, join(dataDir, 'journal')] })
  return { archive: new ParquetArchive({ store, duck, writer, damaged }), store, duck }
}

/**
 * Runs `read` on the archive, also while a server works on it: in a work folder of its own, which is removed, and with
 * a cache of its own that holds all of an object store's segments, since a question may need them together.
 */
export async function readArchive<T>(
  { dataDir, place }: Places,
  read: (opened: OpenArchive) => Promise<T>,
): Promise<T> {
  const own = place.kind === 'folder' ? await mkdtemp(join(tmpdir(), 'makas-history-')) : await readerFolder(dataDir)
  try {
    const store =
      place.kind === 'folder'
        ? await folderStore(place.folder, join(own, '.work'))
        : await objectStore(place, own, { mostCachedBytes: Number.POSITIVE_INFINITY, others: cacheFolder(dataDir) })
    const folders = [place.kind === 'folder' ? place.folder : own, join(dataDir, 'journal')]
    const duck = await openDuck({ memoryMb: MEMORY_MB, work: store.work, folders })
    try {
      const archive = new ParquetArchive({ store, duck, writer: '', damaged: () => undefined })
      return await read({ archive, store, duck })
    } finally {
      duck.close()
    }
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/** Makes a reader's folder beside the server's cache, and removes the folders of readers that were killed. */
async function readerFolder(dataDir: string): Promise<string> {
  const folder = cacheFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(READER) ? Number.parseInt(name.slice(READER.length), 10) : null
    if (pid !== null && !isRunning(pid)) await rm(join(folder, name), { recursive: true, force: true })
  }
  return mkdtemp(join(folder, `${READER}${process.pid}-`))
}

/** The writer's name of a data folder; the first call makes it. */
async function writerOf(dataDir: string): Promise<string> {
  const path = join(dataDir, WRITER)
  const found = await readFile(path, 'utf8').catch(() => '')
  if (/^\w+$/.test(found)) return found
  const writer = randomBytes(6).toString('hex')
  await writeFile(`${path}.new`, writer, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return writer
}
