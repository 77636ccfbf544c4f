import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { DAMAGED, type SegmentStore, type StoredFile } from './segment-store.ts'

/** The archive in a folder of this machine; `work` is on the same disk and this process's own. */
export async function folderStore(root: string, work = join(root, '.work')): Promise<SegmentStore> {
  // Removes unfinished files of a crash.
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true, mode: 0o700 })
  const pathOf = (key: string) => join(root, key)
  return {
    work,

    async list(folder) {
      const entries = await readdir(pathOf(folder), { recursive: true, withFileTypes: true }).catch(noneIfMissing)
      const files: StoredFile[] = []
      for (const entry of entries) {
        if (!entry.isFile() || entry.name.endsWith(DAMAGED)) continue
        const path = join(entry.parentPath, entry.name)
        const facts = await stat(path).catch(nullIfMissing)
        if (facts !== null) files.push({ key: relative(root, path).split(sep).join('/'), bytes: facts.size })
      }
      return files.sort(({ key: a }, { key: b }) => (a < b ? -1 : 1))
    },

    async put(key, file) {
      const target = pathOf(key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await sync(file)
      await rename(file, target)
      await sync(dirname(target))
    },

    async open(key) {
      return (await stat(pathOf(key)).catch(nullIfMissing)) === null ? null : pathOf(key)
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },

    async setAside(key) {
      await rename(pathOf(key), pathOf(key) + DAMAGED).catch(nullIfMissing)
    },
  }
}

/** Syncs a file or folder: a rename is durable only once the file and its folder are synced. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

function noneIfMissing(error: unknown): [] {
  if (isMissing(error)) return []
  throw error
}
