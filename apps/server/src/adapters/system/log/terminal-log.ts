import { visibleText } from '@makas/domain'

/** Interval of an unreachable exchange's further lines, ms. */
const QUIET_MS = 5 * 60_000

/** Events that repeat while an exchange cannot be reached. */
const REPEATED = /^feed\.(list-failed|connect-failed|disconnected|marks-disconnected)$/

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

/**
 * A part of a line, which exchanges and proxies may have chosen. Lines after the first, as of a stack, are set in, so
 * that none looks like an event.
 */
const shown = (text: string) => visibleText(text, '\n').replaceAll('\n', '\n    ')

/**
 * `saidAt`: when the last line of an unreachable exchange was written, epoch ms. `held`: number of lines omitted since.
 */
type LastLine = { readonly saidAt: number; held: number }

/**
 * The log for a terminal: a text line for each event instead of JSON. An unreachable exchange gets one line, then a
 * line every five minutes with the number of omitted lines. Other lines than JSON are written unchanged. `now`: epoch
 * ms.
 */
export class TerminalLog {
  readonly #write: (text: string) => void
  readonly #now: () => number
  readonly #unreachable = new Map<string, LastLine>()

  constructor(write: (text: string) => void, now: () => number = Date.now) {
    this.#write = write
    this.#now = now
  }

  /** Takes a line of the JSON log. */
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
    this.#write(`${words.map(shown).join(' ')}\n`)
  }

  /** The number of lines omitted before this line; null where this line is omitted too. */
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

/** The time of day in the machine's time zone. */
function clockTime(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':')
}
