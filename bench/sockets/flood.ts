import type { Traffic } from '../traffic/frame.ts'
import { manyRecordings } from '../traffic/many-recordings.ts'
import { manySymbols } from '../traffic/many-symbols.ts'

/** What a sender reports before the first step. */
export type SenderReady = {
  /** Ports without and with TLS. */
  readonly plain: number
  readonly secure: number
  readonly cert: string
  /** Names of the books that the shortest step moves. */
  readonly moving: readonly string[]
  readonly meanBytes: number
}

/** One step as it was sent; times in ms of the shared clock. */
export type StepSent = {
  readonly beganAt: number
  readonly ms: number
  /** By frame, in the order in which they were due. */
  readonly sentAt: Float64Array
  readonly connections: Uint16Array
  readonly writes: number
  /** Bytes that still wait in the sender's process at the end. */
  readonly unsent: number
  /** Share of a core that the sender's thread took. */
  readonly core: number
}

/** One step as it was read, in the order in which the frames were applied; times in ms of the shared clock. */
export type StepRead = {
  readonly endedAt: Float64Array
  readonly connections: Uint16Array
  /** CPU time of the reader's thread since the step before, µs. */
  readonly cpu: number
  readonly findings: number
}

/**
 * Traffic of the flood: `recorded` (`size` books of each exchange; CAPTURES_DIR has the recordings) or `simulated`
 * (`size` pairs), with `count` frames after the snapshots.
 */
export function floodTraffic(kind: string, size: number, count: number): Traffic {
  if (kind === 'recorded') return manyRecordings(process.env.CAPTURES_DIR ?? '', size, count)
  return manySymbols(size, count)
}
