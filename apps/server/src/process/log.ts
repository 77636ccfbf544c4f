import { type Logger, pino } from 'pino'
import { withoutSecrets } from '../adapters/system/log-redaction.ts'
import { TerminalLog } from '../adapters/system/terminal-log.ts'
import type { AlarmCount } from '../app/operation/alarm-count.ts'
import type { EventLog } from '../app/ports/system/event-log.ts'
import type { Config } from '../config.ts'

/** Output of the log: JSON lines, or plain lines at a terminal. Synchronous, so that no line is lost at an exit. */
function logLines() {
  const file = pino.destination({ fd: 2, sync: true })
  return process.stderr.isTTY ? new TerminalLog((text) => file.write(text)) : file
}

/**
 * Makes the process's log, and the function by which use cases and adapters write to it and raise alarms, which are
 * counted.
 */
export function makeLog(
  { logLevel }: Config,
  alarms: AlarmCount,
): { readonly log: Logger; readonly logEvent: EventLog } {
  const log = pino({ level: logLevel, base: null, formatters: { log: withoutSecrets } }, logLines())
  return {
    log,
    logEvent: (level, event, data) => {
      if ('alarm' in data) alarms.count(event)
      log[level](data, event)
    },
  }
}
