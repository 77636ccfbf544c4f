import type { ExchangeId, Instrument } from '@makas/domain'
import type { Identity } from '../../apps/server/src/app/market/legs/market-leg.ts'
import type { Endpoint, ExchangeProtocol } from '../../apps/server/src/app/ports/exchange-reader.ts'

/** One text as a socket or a REST call brought it. */
export type BenchFrame = {
  readonly exchange: ExchangeId
  readonly at: Endpoint
  readonly symbol: string
  readonly bytes: Buffer
  /** A recording begins anew here: what was known of this book is dropped before the frame is read. */
  readonly fresh: boolean
}

/** One book of the traffic: the options that our protocol chooses for its channel. */
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
  /** Read before the clock runs. */
  readonly setup: readonly BenchFrame[]
  readonly frames: readonly BenchFrame[]
  /** When each of them happened by the market's own time, epoch ms; else as if so many came in every millisecond. */
  readonly times?: readonly number[]
}

/** Messages in a millisecond of a clock that goes by their number: no book grows old within one run. */
const MESSAGES_PER_MS = 30
const STARTED_AT = 1_800_000_000_000

/** What a book is called among those of all exchanges. */
export function nameOf(exchange: ExchangeId, symbol: string): string {
  return `${exchange} ${symbol}`
}

/** When the frame of this number happens, epoch ms. */
export function timeOf(index: number): number {
  return STARTED_AT + Math.floor(index / MESSAGES_PER_MS)
}

/**
 * The same frames with their bytes behind each other in one buffer, in the order in which they are read. A socket's bytes
 * come into a buffer that has just been written; those of frames that were made long ago, for many books and in another
 * order, would have to be fetched from all over the memory, and the benchmark would measure that.
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

/** One from each, in turns, until the shortest is through. */
export function roundRobin(streams: readonly (readonly BenchFrame[])[]): BenchFrame[] {
  const length = Math.min(...streams.map((frames) => frames.length))
  return Array.from({ length }, (_, at) => streams.map((frames) => frames[at] as BenchFrame)).flat()
}
