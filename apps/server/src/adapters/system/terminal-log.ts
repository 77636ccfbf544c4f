/** One line an exchange while it cannot be reached, then one each so long, ms. */
const QUIET_MS = 5 * 60_000

/** What is said again and again while an exchange cannot be reached. */
const REPEATED = /^feed\.(list-failed|connect-failed|disconnected|marks-disconnected)$/

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

type Held = { readonly saidAt: number; held: number }

/**
 * The log for a person at a terminal: a line an event instead of JSON, and of an exchange that cannot be reached one line, then one
 * each five minutes that says how many were left out. Whatever is no line of JSON is written as it came. `now`: epoch ms.
 */
export class TerminalLog {
  readonly #write: (text: string) => void
  readonly #now: () => number
  readonly #unreachable = new Map<string, Held>()

  constructor(write: (text: string) => void, now: () => number = Date.now) {
    this.#write = write
    this.#now = now
  }

  /** One line of the log as the logger made it. */
  write(line: string): void {
    const entry = read(line)
    if (entry === null) {
      this.#write(line)
      return
    }
    const { level, time: _time, msg, exchange, ...data } = entry
    const event = String(msg ?? '')
    const about = typeof exchange === 'string' ? exchange : null
    const leftOut = about !== null && REPEATED.test(event) ? this.#repeat(about) : 0
    if (leftOut === null) return
    const words = [clockTime(this.#now()), (LEVELS[Number(level)] ?? String(level)).padEnd(5), event]
    if (about !== null) words.push(about)
    for (const [name, value] of Object.entries(data))
      words.push(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    if (leftOut > 0) words.push(`(${leftOut} more since the last line)`)
    this.#write(`${words.join(' ')}\n`)
  }

  /** How many were left out before this one; null where this one is left out too. */
  #repeat(exchange: string): number | null {
    const now = this.#now()
    const before = this.#unreachable.get(exchange)
    if (before !== undefined && now - before.saidAt < QUIET_MS) {
      before.held += 1
      return null
    }
    this.#unreachable.set(exchange, { saidAt: now, held: 0 })
    return before?.held ?? 0
  }
}

function read(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** Of the day, by this machine's own zone. */
function clockTime(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':')
}
