/** Epoch ms; the only place of the simulator that reads the machine's clock. */
export const wallMs = (): number => Date.now()

export interface Timer {
  cancel(): void
}

/** Runs `run` every `ms`; the timer does not keep the process alive. */
export function every(ms: number, run: () => void): Timer {
  const timer = setInterval(run, ms)
  return { cancel: () => clearInterval(timer) }
}

/** Runs `run` once after `ms`. */
export function after(ms: number, run: () => void): Timer {
  const timer = setTimeout(run, ms)
  return { cancel: () => clearTimeout(timer) }
}

/** `2026-08-01T02:53:53.184000Z`: Kraken prints microseconds; the simulator knows whole milliseconds. */
export const isoMicros = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z')

/** `2026-08-01T02:53:53Z` */
export const isoSeconds = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

/** `Tue, 11 Nov 25 00:17:04 +0000`, as Kraken's Time call prints it. */
export function rfc1123(ms: number): string {
  const [day, date, month, year, time] = new Date(ms).toUTCString().split(' ')
  return `${day} ${date} ${month} ${year?.slice(2)} ${time} +0000`
}
