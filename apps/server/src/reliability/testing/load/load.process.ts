// Load on one endpoint from a separate process. Closed loop: a number of callers, each calling again after its answer.
// Open loop: a number of calls a second, whether answered or not. Takes a `Load` over its channel, sends a
// `LoadResult`.
import { Delays, type Spread } from '../delays.ts'
import { LightCaller } from './light-caller.ts'

export type Load = {
  readonly port: number
  readonly path: string
  readonly how:
    | { readonly kind: 'closed'; readonly callers: number }
    /** `ready`: connections that are open before the first call; more are opened as calls need them. */
    | { readonly kind: 'open'; readonly perSecond: number; readonly ready: number }
  readonly forMs: number
  /** Time at the start in which no call is counted, ms. */
  readonly warmUpMs: number
}

export type LoadResult = {
  readonly asked: number
  readonly accepted: number
  /** Calls that were answered with 503. */
  readonly refused: number
  /** Calls that were answered otherwise, or not. */
  readonly failed: number
  /** Calls that were due, but found no free connection. */
  readonly unsent: number
  /** Durations of accepted calls, from when each was due. */
  readonly took: Spread
  readonly seconds: number
}

/** Most open connections. */
const MOST_CONNECTIONS = 1_000
/** Connections that are opened at once, before the first call. */
const OPENED_AT_ONCE = 50
const SEND_EVERY_MS = 5

async function measure({ port, path, how, forMs, warmUpMs }: Load): Promise<LoadResult> {
  const all = new Set<LightCaller>()
  const idle: LightCaller[] = []
  const make = () => {
    const caller = new LightCaller(port, path)
    all.add(caller)
    return caller
  }
  // A busy Node.js server takes few new connections, so it would hardly have any to be overloaded by.
  while (how.kind === 'open' && all.size < how.ready) {
    const some = Array.from({ length: Math.min(OPENED_AT_ONCE, how.ready - all.size) }, make)
    await Promise.all(some.map((caller) => new Promise<void>((resolve) => caller.call(() => resolve()))))
    idle.push(...some)
  }
  const began = performance.now()
  const end = began + warmUpMs + forMs
  const took = new Delays()
  const counts = { asked: 0, accepted: 0, refused: 0, failed: 0, unsent: 0 }
  const isCounted = (now: number) => now >= began + warmUpMs && now <= end
  const count = (dueAt: number, status: number | null) => {
    const now = performance.now()
    if (!isCounted(now)) return
    counts.asked++
    if (status === 200) {
      counts.accepted++
      took.add(now - dueAt)
    } else if (status === 503) counts.refused++
    else counts.failed++
  }
  const callOn = (caller: LightCaller, dueAt: number, then: () => void) =>
    caller.call((status) => {
      count(dueAt, status)
      then()
    })
  const again = (caller: LightCaller) => {
    if (performance.now() < end) callOn(caller, performance.now(), () => again(caller))
  }
  let sent = 0
  const sendDue = (perSecond: number) => {
    const now = performance.now()
    const due = Math.floor(((Math.min(now, end) - began) / 1_000) * perSecond)
    for (; sent < due; sent++) {
      const dueAt = began + (1_000 * sent) / perSecond
      const caller = idle.pop() ?? (all.size < MOST_CONNECTIONS ? make() : null)
      if (caller !== null) callOn(caller, dueAt, () => idle.push(caller))
      else if (isCounted(now)) counts.unsent++
    }
  }
  if (how.kind === 'closed') for (let caller = 0; caller < how.callers; caller++) again(make())
  const timer = setInterval(() => how.kind === 'open' && sendDue(how.perSecond), SEND_EVERY_MS)
  return new Promise((resolve) =>
    setTimeout(() => {
      clearInterval(timer)
      for (const caller of all) caller.close()
      resolve({ ...counts, took: took.spread, seconds: forMs / 1_000 })
    }, end - began),
  )
}

process.on('message', (load: Load) => {
  void measure(load).then((result) => process.send?.(result))
})
