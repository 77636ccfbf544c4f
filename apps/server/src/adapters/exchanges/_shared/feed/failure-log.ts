import type { Clock } from '../../../../app/ports/system/clock.ts'
import type { EventLog } from '../../../../app/ports/system/event-log.ts'

/** Least interval between two alarms, ms: an exchange that cannot be reached is tried every few seconds. */
const ALARM_EVERY_MS = 5 * 60_000

/**
 * Logs failures of one kind. A wrong host name or certificate does not heal by itself: an operator has to look, so it is
 * an alarm (F23).
 */
export class FailureLog {
  readonly #options: { readonly clock: Clock; readonly log: EventLog; readonly event: string }
  #alarmedAt = Number.NEGATIVE_INFINITY

  constructor(options: { readonly clock: Clock; readonly log: EventLog; readonly event: string }) {
    this.#options = options
  }

  failed(data: { readonly reason: string; readonly [fact: string]: unknown }): void {
    const { clock, log, event } = this.#options
    const now = clock.now()
    if (data.reason !== 'tls' && data.reason !== 'dns') log('warn', event, data)
    else if (now - this.#alarmedAt < ALARM_EVERY_MS) log('error', event, data)
    else {
      this.#alarmedAt = now
      log('error', event, { ...data, alarm: true })
    }
  }
}
