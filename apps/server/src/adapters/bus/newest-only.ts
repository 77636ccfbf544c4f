import { isNewer, type StateVersion } from '../../app/ports/system/bus.ts'
import type { EventLog } from '../../app/ports/system/event-log.ts'

type Handler = (version: StateVersion, bytes: Uint8Array) => void

/**
 * Passes on only states newer than all before, in whatever order they arrive. The first of each older lease is logged:
 * a process that lost its lease has woken up, or the leases began anew and nobody here hears the leader.
 */
export function newestOnly(topic: string, handler: Handler, log: EventLog): Handler {
  let newest: StateVersion | null = null
  let olderEpoch: number | null = null
  return (version, bytes) => {
    if (!isNewer(version, newest)) {
      if (newest === null || version.epoch >= newest.epoch || version.epoch === olderEpoch) return
      olderEpoch = version.epoch
      log('warn', 'bus-older-lease', { topic, epoch: version.epoch, newest: newest.epoch })
      return
    }
    newest = version
    try {
      handler(version, bytes)
    } catch (error) {
      log('error', 'bus-watcher-failed', { topic, reason: String(error) })
    }
  }
}
