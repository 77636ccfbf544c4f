import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
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

export type OpenArchive = { readonly archive: ParquetArchive; readonly store: SegmentStore; readonly duck: Duck }

/**
 * Opens the archive of the settings, with a DuckDB in this process. With a separate work folder it does not disturb a
 * server that works on the same archive.
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
