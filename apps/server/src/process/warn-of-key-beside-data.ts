import { besideData, type GuardedPlaces } from '../adapters/system/keys/beside-data.ts'
import type { EventLog } from '../app/ports/system/event-log.ts'

const SETTINGS = { key: 'MASTER_KEY_FILE', copies: 'BACKUP_DIR' } as const

/** Logs which of key file and copies somebody who takes a live market's data folder would have too. */
export function warnOfKeyBesideData(places: GuardedPlaces, log: EventLog): void {
  const settings = besideData(places).map((what) => SETTINGS[what])
  if (settings.length > 0) log('warn', 'key-beside-data', { settings })
}
