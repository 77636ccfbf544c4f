import { ofSorted } from './measure.ts'

/** Frames as sent, in their order: times in ms of the shared clock, and the number of each frame's connection. */
export type Sent = {
  readonly beganAt: number
  readonly perSecond: number
  readonly ms: number
  readonly sentAt: Float64Array
  readonly connections: Uint16Array
}
/** Frames in the order in which their detection ended; `latencies`: µs since their bytes arrived in the process. */
export type Through = {
  readonly latencies: Float64Array
  readonly endedAt: Float64Array
  readonly connections: Uint16Array
}

/** Moments from which a frame's latency is counted. */
export const CLOCKS = ['bytes-in', 'sending', 'due'] as const
type Clock = (typeof CLOCKS)[number]
type Run = Readonly<Record<Clock, Float64Array>>

/**
 * By frame in the order of arrival: its number in the order of sending. Frames of one connection arrive in the order in
 * which they were sent. `sentBy`, `connections`: the connection of each frame, in the order of sending and of arrival.
 */
export function sentOrder(sentBy: Uint16Array, connections: Uint16Array): number[] {
  const waiting: number[][] = []
  for (const [nth, connection] of sentBy.entries()) {
    const list = waiting[connection]
    if (list === undefined) waiting[connection] = [nth]
    else list.push(nth)
  }
  const next = waiting.map(() => 0)
  return Array.from(connections, (connection) => {
    const place = next[connection] ?? 0
    next[connection] = place + 1
    return waiting[connection]?.[place] ?? Number.NaN
  })
}

/** Latencies of every frame of several runs, µs. */
export class Latencies {
  readonly #runs: Run[] = []

  /**
   * Adds a run. The frame sent as number n was due n / `perSecond` seconds after the run began: a late sender's delay
   * counts in `due` and does not in `sending`.
   */
  add({ beganAt, perSecond, sentAt, connections: sentBy }: Sent, { latencies, endedAt, connections }: Through): void {
    const order = sentOrder(sentBy, connections)
    const since = (began: (nth: number) => number) =>
      Float64Array.from(order, (nth, at) => ((endedAt[at] ?? Number.NaN) - began(nth)) * 1_000)
    this.#runs.push({
      'bytes-in': latencies,
      sending: since((nth) => sentAt[nth] ?? Number.NaN),
      due: since((nth) => beganAt + (nth * 1_000) / perSecond),
    })
  }

  /** Shares of the frames of all runs, without the first `warmUp` frames of each; a share of 1 is the worst. */
  shares(clock: Clock, warmUp: number, shares: readonly number[]): number[] {
    const parts = this.#runs.map((run) => run[clock].subarray(warmUp))
    const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0))
    let from = 0
    for (const part of parts) {
      all.set(part, from)
      from += part.length
    }
    all.sort()
    return shares.map((share) => ofSorted(all, share))
  }
}
