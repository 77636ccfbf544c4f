import { statfs } from 'node:fs/promises'
import type { Disk } from '../../../app/ports/system/disk.ts'

/** Free space as an unprivileged user has it. */
export function diskSpace(folders: readonly string[]): Disk {
  return {
    async fullest() {
      const found: { folder: string; freeShare: number }[] = []
      for (const folder of folders) {
        const space = await statfs(folder).catch(unlessMissing)
        if (space !== null && space.blocks > 0) found.push({ folder, freeShare: space.bavail / space.blocks })
      }
      return found.sort((a, b) => a.freeShare - b.freeShare)[0] ?? null
    },
  }
}

/** Null for a missing folder: the first copy makes the folder of the copies. */
function unlessMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
