import { EXCHANGES, type ExchangeId, type Instrument } from '@makas/domain'
import { identify } from '../../apps/server/src/app/market/legs/identify.ts'
import type { Identity } from '../../apps/server/src/app/market/legs/market-leg.ts'
import { type BenchBook, type BenchFrame, nameOf, roundRobin, type Traffic } from './frame.ts'
import { renamed } from './many-symbols.ts'
import { type Pass, recordedPasses } from './recorded.ts'

/**
 * Recorded spot books, copied under names with a prefix until each of the four exchanges has `perExchange` of them: no
 * recording holds thousands of books. `setup` has their snapshots. `count` changes follow, one of each exchange in
 * turns. Each book has the same share of its exchange's changes as in the recordings. Its changes come from the
 * beginning, and none comes twice as long as the recordings are long enough.
 */
export function manyRecordings(folder: string, perExchange: number, count: number): Traffic {
  const { longest, instruments: listed } = recordedPasses(folder)
  const identities = new Map<string, Identity>()
  const books: BenchBook[] = []
  const instruments: Instrument[] = []
  const setup: BenchFrame[] = []
  const streams = EXCHANGES.map((exchange) => {
    const own = longest.filter((pass) => pass.exchange === exchange)
    const copies = Array.from({ length: perExchange }, (_, at) => {
      const pass = own[at % own.length]
      if (pass === undefined) throw new Error(`no recording of ${exchange}`)
      return { pass, prefix: prefixOf(Math.floor(at / own.length)) }
    })
    for (const { pass, prefix } of copies) {
      const { symbol } = pass.book
      books.push({ ...pass.book, symbol: prefix + symbol })
      setup.push(renamed(pass.frames[0] as BenchFrame, prefix))
      const instrument = listed.find((one) => one.exchange === exchange && one.symbol === symbol)
      const identity = instrument === undefined ? null : identify(instrument)
      if (instrument === undefined || identity === null) continue
      instruments.push({ ...instrument, symbol: prefix + symbol })
      identities.set(nameOf(exchange, prefix + symbol), { ...identity, base: prefix + identity.base })
    }
    return changes(copies, Math.ceil(count / EXCHANGES.length))
  })
  return {
    name: 'recorded',
    books,
    instruments,
    identify: ({ exchange, symbol }: { exchange: ExchangeId; symbol: string }) =>
      identities.get(nameOf(exchange, symbol)) ?? null,
    setup,
    frames: roundRobin(streams),
  }
}

const prefixOf = (copy: number) => (copy === 0 ? '' : `Z${copy}`)

/** The first `count` changes of one exchange's books, with the changes of each book spread evenly over the whole. */
function changes(copies: readonly { readonly pass: Pass; readonly prefix: string }[], count: number): BenchFrame[] {
  const places = copies.flatMap(({ pass, prefix }, book) =>
    pass.frames.slice(1).map((frame, at) => ({
      frame,
      prefix,
      share: (at + (book + 1) / copies.length) / (pass.frames.length - 1),
    })),
  )
  places.sort((a, b) => a.share - b.share)
  return places.slice(0, count).map(({ frame, prefix }) => renamed(frame, prefix))
}
