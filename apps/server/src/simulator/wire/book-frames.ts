import type { ExchangeId } from '@makas/domain'
import type { Listing } from '../market/instrument.ts'
import type { BookBoard } from './book-board.ts'
import { type BookView, type Change, isEmpty, type Levels } from './book-view.ts'
import type { DataFacts } from './connection.ts'
import type { Context } from './front.ts'

/** Repeats of a message in a burst whose script names no count. */
const BURST = 100

export interface Flush<Reader> {
  readonly exchange: ExchangeId
  readonly board: BookBoard<Reader>
  /** Whether a level that falls below the last one shown is sent as gone. */
  readonly sendsFallen: boolean
  /** Sends a change; false: no burst repeats it. */
  send(view: BookView<Reader>, change: Change): unknown
  /** Sends the best levels once more, as a burst does. */
  repeat(view: BookView<Reader>, change: Change): void
}

/** Sends the due changes of an exchange's trading markets, under the faults that strike them. */
export function flushBooks<Reader>({ injector }: Context, marketMs: number, flush: Flush<Reader>): void {
  const { exchange, board, sendsFallen } = flush
  for (const view of board.due(marketMs)) {
    const { listing, state } = view.instrument
    if (state !== 'trading') continue
    const struck = (kind: 'crossed' | 'locked' | 'burst') =>
      injector.isQuiet ? undefined : injector.strikes(kind, exchange, listing.symbol)
    const wrong = struck('crossed') ?? struck('locked')
    const change = wrong
      ? view.refreshImpossible(wrong.fault.kind === 'crossed', sendsFallen)
      : view.refresh(sendsFallen)
    if (isEmpty(change) || flush.send(view, change) === false) continue
    const burst = struck('burst')
    for (let i = 1; burst && i < (burst.fault.factor ?? BURST); i += 1) flush.repeat(view, view.restated())
  }
}

type Print = (listing: Listing, count: number) => string

/** Facts of a frame in whose best levels a reader must notice a changed digit. */
export function bestFacts({ instrument, bids, asks }: BookView<unknown>, price: Print, size: Print): DataFacts {
  const { listing } = instrument
  const best = ({ keys, lots }: Levels) => ({ price: price(listing, keys[0] ?? 0), size: size(listing, lots[0] ?? 0) })
  return { symbol: listing.symbol, digits: () => [best(bids), best(asks)] }
}
