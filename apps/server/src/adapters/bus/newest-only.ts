import { isNewer, type StateVersion } from '../../app/ports/system/bus.ts'

export type BusLog = (level: 'info' | 'warn' | 'error', event: string, data: Readonly<Record<string, unknown>>) => void

type Handler = (version: StateVersion, bytes: Uint8Array) => void

/** Passes on only states newer than all before, in whatever order they arrive. */
export function newestOnly(topic: string, handler: Handler, log: BusLog): Handler {
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
