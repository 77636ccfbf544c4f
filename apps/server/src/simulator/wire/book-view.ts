import type { BookSide } from '../market/book-side.ts'
import type { Instrument } from '../market/instrument.ts'

/** Levels as keys (see BookSide) and lots. In a change lots 0 means that the level is gone. */
export interface Levels {
  keys: number[]
  lots: number[]
}

export interface Change {
  readonly bids: Levels
  readonly asks: Levels
}

const none = (): Levels => ({ keys: [], lots: [] })

function top(side: BookSide, depth: number): Levels {
  return { keys: side.keys.slice(0, depth), lots: side.lots.slice(0, depth) }
}

/** Makes `copy` the best levels in place: new copies would be most of the simulator's garbage. */
function take(copy: Levels, { keys, lots }: Levels, depth: number): void {
  const count = Math.min(depth, keys.length)
  for (let i = 0; i < count; i += 1) {
    copy.keys[i] = keys[i] as number
    copy.lots[i] = lots[i] as number
  }
  copy.keys.length = count
  copy.lots.length = count
}

/** The changes from `before` to the best levels of `now`; both best first. */
function difference(before: Levels, now: Levels, depth: number, sendsFallen: boolean): Levels {
  const change = none()
  const count = Math.min(depth, now.keys.length)
  const worst = count === 0 ? Number.NEGATIVE_INFINITY : (now.keys[count - 1] as number)
  let i = 0
  let j = 0
  while (i < before.keys.length || j < count) {
    const old = i < before.keys.length ? (before.keys[i] as number) : Number.POSITIVE_INFINITY
    const fresh = j < count ? (now.keys[j] as number) : Number.POSITIVE_INFINITY
    if (old < fresh) {
      // A level that fell below the last shown level: some exchanges remove it, Kraken leaves it to the reader to
      // truncate.
      if (sendsFallen || old < worst) {
        change.keys.push(old)
        change.lots.push(0)
      }
      i += 1
    } else {
      if (old !== fresh || before.lots[i] !== now.lots[j]) {
        change.keys.push(fresh)
        change.lots.push(now.lots[j] as number)
      }
      if (old === fresh) i += 1
      j += 1
    }
  }
  return change
}

/** Both changes in one. A level in both has the same size in both. */
function merged(one: Levels, other: Levels): Levels {
  const sizes = new Map<number, number>()
  for (const { keys, lots } of [one, other]) {
    for (const [i, key] of keys.entries()) sizes.set(key, lots[i] as number)
  }
  const keys = [...sizes.keys()].sort((a, b) => a - b)
  return { keys, lots: keys.map((key) => sizes.get(key) as number) }
}

/** The state that a channel has sent of a book, shared by all its connections. */
export class BookView<Reader> {
  readonly instrument: Instrument
  readonly name: string
  readonly depth: number
  readonly cadenceMs: number
  readonly readers = new Set<Reader>()
  bids: Levels = none()
  asks: Levels = none()
  dirty = false
  /** Market time of the last message. */
  sentAtMs = Number.NEGATIVE_INFINITY
  /** The channel's id of the last message, in the exchange's meaning. */
  id = 0
  /** The channel's id of the message before. */
  priorId = 0

  /** States shown elsewhere (REST) since the last message. */
  #shown: Change[] = []

  constructor(instrument: Instrument, name: string, depth: number, cadenceMs: number) {
    this.instrument = instrument
    this.name = name
    this.depth = depth
    this.cadenceMs = cadenceMs
  }

  /** Takes the book's present state and returns the change. `sendsFallen`: see `difference`. */
  refresh(sendsFallen: boolean): Change {
    return this.#replace(this.instrument.bids, this.instrument.asks, sendsFallen)
  }

  /**
   * Like `refresh`, with one more bid at the best ask, or one tick above it (`crossed`): a state that the exchange
   * should never send. The next refresh removes it.
   */
  refreshImpossible(crossed: boolean, sendsFallen: boolean): Change {
    const bids = top(this.instrument.bids, this.depth - 1)
    const { asks } = this.instrument
    bids.keys.unshift(-((asks.keys[0] ?? 0) + (crossed ? 1 : 0)))
    bids.lots.unshift(bids.lots[0] ?? 1)
    return this.#replace(bids, asks, sendsFallen)
  }

  /**
   * Notes that the present state is shown elsewhere (a REST snapshot) between two messages. A level that is shown there
   * and changes back before the next message must be in that message: else a reader that joins both keeps it for ever.
   */
  showNow(): void {
    this.#shown.push({ bids: top(this.instrument.bids, this.depth), asks: top(this.instrument.asks, this.depth) })
  }

  /** The best level of each side once more: a true message without a change. */
  restated(): Change {
    const best = (side: Levels) => ({ keys: side.keys.slice(0, 1), lots: side.lots.slice(0, 1) })
    return { bids: best(this.bids), asks: best(this.asks) }
  }

  #replace(bids: Levels, asks: Levels, sendsFallen: boolean): Change {
    const since = (from: Change) => ({
      bids: difference(from.bids, bids, this.depth, sendsFallen),
      asks: difference(from.asks, asks, this.depth, sendsFallen),
    })
    let change: Change = since(this)
    for (const shown of this.#shown) {
      const other = since(shown)
      change = { bids: merged(change.bids, other.bids), asks: merged(change.asks, other.asks) }
    }
    this.#shown = []
    take(this.bids, bids, this.depth)
    take(this.asks, asks, this.depth)
    this.dirty = false
    return change
  }
}

export const isEmpty = (change: Change): boolean => change.bids.keys.length === 0 && change.asks.keys.length === 0
