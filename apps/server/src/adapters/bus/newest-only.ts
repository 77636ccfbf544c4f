import { isNewer, type StateVersion } from '../../app/ports/system/bus.ts'
import type { EventLog } from '../../app/ports/system/event-log.ts'

type Handler = (version: StateVersion, bytes: Uint8Array) => void

/** Passes on only states newer than all before, in whatever order they arrive. */
export function newestOnly(topic: string, handler: Handler, log: EventLog): Handler {
  let newest: StateVersion | null = null
  return (version, bytes) => {
    if (!isNewer(version, newest)) return
    newest = version
    try {
      handler(version, bytes)
    } catch (error) {
      log('error', 'bus-watcher-failed', { topic, reason: String(error) })
    }
  }
}
