import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What should be out of reach for somebody who takes the data folder. */
export type Guarded = 'key' | 'copies'

/** Paths of the settings: the data folder, the key file and the folder of copies. */
export type GuardedPlaces = { readonly dataDir: string; readonly masterKeyFile: string; readonly backupDir: string }

/** Which of key file and copies lie on the file system of the data folder (security.md 89). */
export function besideData({ dataDir, masterKeyFile, backupDir }: GuardedPlaces): readonly Guarded[] {
  const disk = diskOf(dataDir)
  const places = [
    ['key', masterKeyFile],
    ['copies', backupDir],
  ] as const
  return places.filter(([, place]) => diskOf(place) === disk).map(([what]) => what)
}

/** The device of a place. For a missing folder: the device on which it would be made. */
function diskOf(place: string): number {
  const stat = statSync(place, { throwIfNoEntry: false })
  return stat === undefined ? diskOf(dirname(resolve(place))) : stat.dev
}
