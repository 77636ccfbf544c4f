// Memory of a book, and CPU time of the exact account of a spot row at 5 and at 50 levels (performance.md, Targets).
import { BookSlot, detectSpot, type Leg, usedBytes } from '@makas/domain'
import { printFigure } from './figures/figure-line.ts'
import { cpuMicros, median, short } from './figures/measure.ts'
import { runLength } from './figures/run-length.ts'
import { OwnBooks } from './sides/own-books.ts'
import { manySymbols } from './traffic/many-symbols.ts'

const SIZES = {
  tiny: { pairs: 10, frames: 100, rounds: 1, accounts: 50 },
  usual: { pairs: 500, frames: 20_000, rounds: 7, accounts: 5_000 },
  long: { pairs: 1_000, frames: 60_000, rounds: 15, accounts: 20_000 },
}
const { pairs, frames, rounds, accounts } = SIZES[runLength()]
const none = { baseline: null, ratio: null }

memory()
for (const levels of [5, 50]) {
  account(levels, true)
  account(levels, false)
}

/** Memory of all books with their routes after `frames` frames: heap, typed arrays and the core's memory. */
function memory(): void {
  const traffic = manySymbols(pairs, frames)
  const used = () => {
    globalThis.gc?.()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers + usedBytes()
  }
  const before = used()
  const books = new OwnBooks(traffic, true)
  books.readAll(traffic.frames)
  const bytes = used() - before
  const count = books.slots.length
  printFigure({
    bench: 'memory',
    metric: 'a book, its share of the engine',
    value: short(bytes / count / 1024),
    unit: 'KiB',
    ...none,
  })
  printFigure({
    bench: 'memory',
    metric: `${pairs} pairs, ${count} books, ${books.engine?.routes.length ?? 0} routes`,
    value: short(bytes / 1024 / 1024),
    unit: 'MiB',
    baseline: 'target of 120 MB',
    ratio: short(bytes / 120e6),
  })
}

/**
 * Detection over one pair of books whose first `levels` levels all pay. `isMoved`: both books have had a frame, so all
 * levels are read again. Otherwise the books have not moved since another route read them.
 */
function account(levels: number, isMoved: boolean): void {
  const buy = leg(levels, 'asks')
  const sell = leg(levels, 'bids')
  const limits = { cap: null, confirmed: true }
  const times: number[] = []
  for (let round = -2; round < rounds; round++) {
    const began = cpuMicros()
    for (let turn = 0; turn < accounts; turn++) {
      if (isMoved) for (const { slot } of [buy, sell]) slot.repeated(0, 0, 1)
      const finding = detectSpot(buy, sell, limits)
      if (finding.kind !== 'opportunity' || finding.account.buyLevels !== levels)
        throw new Error('the walk ended early')
    }
    if (round >= 0) times.push((cpuMicros() - began) / accounts)
  }
  printFigure({
    bench: 'account',
    metric: `exact spot account, ${levels} levels, ${isMoved ? 'both books moved' : 'books known'}`,
    value: short(median(times)),
    unit: 'µs CPU',
    ...none,
  })
}

function leg(levels: number, side: 'asks' | 'bids'): Leg {
  const slot = new BookSlot('okx', 'spot', 'BTC-USDT', { depth: 400, visibleDepth: 400, keepsTexts: false })
  slot.beginSnapshot()
  const { book } = slot
  for (let rank = 0; rank < levels; rank++) {
    // Asks from 100.00 up, bids from 102.00 down: the worst pair still pays both fees.
    const price = side === 'asks' ? 10_000 + rank : 10_200 - rank
    if (!book.set(book[side], price, 2, 150_000 + rank * 37, 5)) throw new Error('a level did not fit')
  }
  slot.applied('snapshot', 0, 0, 1)
  const fee = { mantissa: 1n, decimals: 3 }
  const lotStep = { mantissa: 1n, decimals: 5 }
  return { slot, terms: { fee, lotStep, minQty: null, minNotional: null, multiplierDigits: 0, contractSize: null } }
}
