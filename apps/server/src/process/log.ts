import { type Logger, pino } from 'pino'
import { withoutSecrets } from '../adapters/system/log/log-redaction.ts'
import { TerminalLog } from '../adapters/system/log/terminal-log.ts'
import type { AlarmCount } from '../app/operation/alarm-count.ts'
import type { EventLog } from '../app/ports/system/event-log.ts'
import type { Config } from '../config/config.ts'

/** Characters of lines that could not be written and are kept for the next try, at most; then lines are dropped. */
const MOST_KEPT = 1_000_000

/** Output of the log: JSON lines, or plain lines at a terminal. Synchronous, so that no line is lost at an exit. */
function logLines() {
  const file = pino.destination({ fd: 2, sync: true, maxLength: MOST_KEPT })
  // Writes fail on a closed terminal or a full disk. Without a listener the code that logs would throw the error, and
  // it would break off even an orderly stop.
  file.on('error', () => undefined)
  const write = (text: string) => file.write(text)
  // Not the destination itself: pino flushes it after a fatal line, which tries for ever on a full disk.
  return process.stderr.isTTY ? new TerminalLog(write) : { write }
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
