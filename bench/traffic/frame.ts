import type { ExchangeId, Instrument } from '@makas/domain'
import type { Identity } from '../../apps/server/src/app/market/legs/market-leg.ts'
import type { Endpoint, ExchangeProtocol } from '../../apps/server/src/app/ports/market/exchange-reader.ts'

/** One message of a socket, or the body of one REST answer. */
export type BenchFrame = {
  readonly exchange: ExchangeId
  readonly endpoint: Endpoint
  readonly symbol: string
  readonly bytes: Buffer
  /** A recording starts over with this frame: the book is forgotten before the frame is read. */
  readonly fresh: boolean
}

/** One book of the traffic with the options that our protocol chooses for its channel. */
export type BenchBook = {
  readonly exchange: ExchangeId
  readonly symbol: string
  readonly options: NonNullable<ReturnType<ExchangeProtocol['choose']>>
}

export type Traffic = {
  readonly name: 'recorded' | 'simulated'
  readonly books: readonly BenchBook[]
  readonly instruments: readonly Instrument[]
  readonly identify: (instrument: Instrument) => Identity | null
  /** Frames that are read before the timed frames. */
  readonly setup: readonly BenchFrame[]
  readonly frames: readonly BenchFrame[]
  /** By frame: its time in the market, epoch ms. Without them `timeOf` gives a frame's time. */
  readonly times?: readonly number[]
}

/** Frames per millisecond of `timeOf`'s clock: enough for a run to end before any book goes stale. */
const MESSAGES_PER_MS = 30
const STARTED_AT = 1_800_000_000_000

/** Key of a book among those of all exchanges. */
export function nameOf(exchange: ExchangeId, symbol: string): string {
  return `${exchange} ${symbol}`
}

/** Time of a frame by its index alone, epoch ms. */
export function timeOf(index: number): number {
  return STARTED_AT + Math.floor(index / MESSAGES_PER_MS)
}

/**
 * Copies the frames' bytes into one buffer, in the order in which they are read. A socket's bytes lie in a buffer that
 * has just been written. Bytes of frames that were made long ago and in another order would come from all over the
 * memory, and the benchmark would measure that.
 */
export function inOneBuffer(frames: readonly BenchFrame[]): BenchFrame[] {
  const all = Buffer.concat(frames.map(({ bytes }) => bytes))
  let from = 0
  return frames.map((frame) => {
    const to = from + frame.bytes.length
    const bytes = all.subarray(from, to)
    from = to
    return { ...frame, bytes }
  })
}

/** Takes one frame of each stream in turns, until the shortest stream ends. */
export function roundRobin(streams: readonly (readonly BenchFrame[])[]): BenchFrame[] {
  const length = Math.min(...streams.map((frames) => frames.length))
  return Array.from({ length }, (_, at) => streams.map((frames) => frames[at] as BenchFrame)).flat()
}

/** The baseline of frames: their JSON, parsed and dropped. */
export function parseAll(frames: readonly { readonly bytes: Buffer }[]): void {
  for (const { bytes } of frames) JSON.parse(bytes.toString())
}
