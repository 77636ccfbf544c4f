import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArchiveSettings } from '../messages.ts'
import { type Duck, openDuck } from './duck.ts'
import { folderStore } from './folder-store.ts'
import { objectStore } from './object-store.ts'
import { ParquetArchive } from './parquet-archive.ts'
import type { SegmentStore } from './segment-store.ts'

/** Joining segments sorts some 200 MB of text, partly on the disk; a question needs a few megabytes. */
export const MEMORY_MB = 256

/** Where segments of an object store are kept for the next question. */
const cacheFolder = (dataDir: string): string => join(dataDir, 'archive-cache')

export type OpenArchive = { readonly archive: ParquetArchive; readonly store: SegmentStore; readonly duck: Duck }

/**
 * The archive that the settings name, with a DuckDB of this process. With a folder of its own for what it makes it touches
 * nothing of a server that works on the same archive.
 */
export async function openArchive(
  { dataDir, place }: Pick<ArchiveSettings, 'dataDir' | 'place'>,
  damaged: (key: string, error: string) => void,
  ownWork?: string,
): Promise<OpenArchive> {
  const folder = place.kind === 'folder' ? place.folder : cacheFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const store =
    place.kind === 'folder' ? await folderStore(folder, ownWork) : await objectStore(place, folder, { ownWork })
  const duck = await openDuck({ memoryMb: MEMORY_MB, work: store.work, folders: [folder, join(dataDir, 'journal')] })
  return { archive: new ParquetArchive({ store, duck, damaged }), store, duck }
}
