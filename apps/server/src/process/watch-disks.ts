import { diskSpace } from '../adapters/system/files/disk-space.ts'
import { DiskWatch } from '../app/operation/disk-watch.ts'
import type { Clock } from '../app/ports/system/clock.ts'
import type { EventLog } from '../app/ports/system/event-log.ts'
import type { Config } from '../config/config.ts'

type Places = Pick<Config, 'dataDir' | 'backupDir' | 'archive'>

/** Makes the watch over the disks of a process of any role: it skips folders that the role never makes. */
export function watchDisks(places: Places, clock: Clock, log: EventLog): DiskWatch {
  return new DiskWatch({ disk: diskSpace(writtenFolders(places)), clock, log })
}

/** Folders of the settings that may lie on disks of their own. */
export function writtenFolders({ dataDir, backupDir, archive: { place } }: Places): readonly string[] {
  return place.kind === 'folder' ? [dataDir, backupDir, place.folder] : [dataDir, backupDir]
}
