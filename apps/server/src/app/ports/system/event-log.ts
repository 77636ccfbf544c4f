/** Writes an event to the log. An event whose data have an `alarm` is counted as an alarm. */
export type EventLog = (
  level: 'info' | 'warn' | 'error',
  event: string,
  data: Readonly<Record<string, unknown>>,
) => void
