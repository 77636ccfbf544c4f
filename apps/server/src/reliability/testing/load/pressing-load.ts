import { Delays, type Spread } from '../delays.ts'
import { LightCaller } from './light-caller.ts'

export type Press = {
  readonly port: number
  readonly path: string
  readonly perSecond: number
  /** Open connections; a call that finds none free is not sent. */
  readonly connections: number
  readonly forMs: number
  /** Time at the start in which no call is counted, ms. */
  readonly warmUpMs: number
}

export type Pressed = {
  readonly accepted: number
  readonly refused: number
  /** Calls that were answered otherwise, or not. */
  readonly failed: number
  readonly unsent: number
  /** Durations of accepted calls, from when each was due. */
  readonly took: Spread
  readonly seconds: number
}

/** Connections that are opened at once. */
const OPENED_AT_ONCE = 50
const SEND_EVERY_MS = 5

/**
 * So many calls a second, whether answered or not. All connections are opened before: a busy Node.js server takes one
 * new connection a turn of its loop, and would hardly have any to be overloaded by.
 */
export async function press({ port, path, perSecond, connections, forMs, warmUpMs }: Press): Promise<Pressed> {
  const callers = Array.from({ length: connections }, () => new LightCaller(port, path))
  for (let from = 0; from < connections; from += OPENED_AT_ONCE) {
    const some = callers.slice(from, from + OPENED_AT_ONCE)
    await Promise.all(some.map((caller) => new Promise<void>((resolve) => caller.call(() => resolve()))))
  }
  const idle = [...callers]
  const took = new Delays()
  const counts = { accepted: 0, refused: 0, failed: 0, unsent: 0 }
  const began = performance.now()
  const end = began + warmUpMs + forMs
  const count = (dueAt: number, status: number | 'unsent' | null) => {
    const now = performance.now()
    if (now < began + warmUpMs || now > end) return
    if (status === 'unsent') counts.unsent++
    else if (status === 200) {
      counts.accepted++
      took.add(now - dueAt)
    } else if (status === 503) counts.refused++
    else counts.failed++
  }
  let sent = 0
  const timer = setInterval(() => {
    const due = Math.floor(((Math.min(performance.now(), end) - began) / 1_000) * perSecond)
    for (; sent < due; sent++) {
      const dueAt = began + (1_000 * sent) / perSecond
      const caller = idle.pop()
      if (caller === undefined) count(dueAt, 'unsent')
      else
        caller.call((status) => {
          count(dueAt, status)
          idle.push(caller)
        })
    }
  }, SEND_EVERY_MS)
  await new Promise((resolve) => setTimeout(resolve, end - began))
  clearInterval(timer)
  for (const caller of callers) caller.close()
  return { ...counts, took: took.spread, seconds: forMs / 1_000 }
}
