import type { Random } from '../random.ts'
import type { BookSide } from './book-side.ts'
import type { Instrument } from './instrument.ts'

/** Number of levels down to which the distance between neighbours doubles. */
const LEVELS_TO_DOUBLE = 30

interface Terms {
  readonly random: Random
  /** Ticks between levels at the top (at least 1). */
  readonly spacing: number
  /** Lots worth `levelQuote`. */
  readonly unit: number
  readonly maxLevels: number
}

function sizeAt(terms: Terms, index: number): number {
  const grown = terms.unit * (0.5 + Math.min(2, index / 20))
  return Math.max(1, Math.round(grown * Math.exp(0.6 * terms.random.normal())))
}

const stepAt = (terms: Terms, index: number): number =>
  Math.max(1, Math.round(terms.spacing * (1 + index / LEVELS_TO_DOUBLE) * terms.random.between(0.6, 1.5)))

/**
 * Makes `bestKey` the best level: drops better levels, fills the hole behind it, extends the tail. Returns the number
 * of changes.
 */
function moveBest(side: BookSide, bestKey: number, lowestAllowed: number, terms: Terms): number {
  let changes = side.dropBetterThan(bestKey)
  if (side.keys[0] !== bestKey) {
    side.put(bestKey, sizeAt(terms, 0))
    changes += 1
  }
  for (let i = 0; i + 1 < terms.maxLevels; i += 1) {
    const key = side.keys[i] as number
    const next = side.keys[i + 1]
    const step = stepAt(terms, i)
    if (next !== undefined && next - key <= step * 3) continue
    if (key + step >= lowestAllowed) break
    side.put(key + step, sizeAt(terms, i + 1))
    changes += 1
  }
  return changes + side.keepBest(terms.maxLevels)
}

/** Adds, removes and changes a few levels behind the best price. Returns the number of changes. */
function changeBehindBest(side: BookSide, terms: Terms): number {
  const { random } = terms
  const index = Math.floor(side.keys.length * random.unit() ** 2)
  const dice = random.unit()
  const key = side.keys[index] as number
  if (dice < 0.7) {
    side.lots[index] = sizeAt(terms, index)
    return 1
  }
  if (dice < 0.85) {
    const between = key + Math.ceil(terms.spacing / 2)
    if (side.has(between) || index + 1 >= side.keys.length) return 0
    side.put(between, sizeAt(terms, index))
    return 1 + side.keepBest(terms.maxLevels)
  }
  if (index === 0 || side.keys.length < 12) return 0
  side.removeAt(index)
  return 1
}

/**
 * Moves the book to stand around `price` (quote per unit of base). Best prices are rounded outward: rounding to ticks
 * never makes a gap, and bid < ask always.
 */
export function moveBook(instrument: Instrument, price: number, random: Random): void {
  const { listing, halfSpread, maxLevels } = instrument
  const tickScale = 10 ** listing.priceDecimals
  const half = halfSpread * random.between(0.85, 1.15)
  const bid = Math.max(2, Math.floor(price * (1 - half) * tickScale))
  const ask = Math.max(bid + 1, Math.ceil(price * (1 + half) * tickScale))
  const unit = (instrument.levelQuote / price) * 10 ** listing.sizeDecimals
  const terms = { random, spacing: Math.max(1, price * tickScale * instrument.spacing), unit, maxLevels }
  let changes =
    moveBest(instrument.bids, -bid, 0, terms) + moveBest(instrument.asks, ask, Number.POSITIVE_INFINITY, terms)
  const changesBehind = 1 + random.below(3)
  for (let i = 0; i < changesBehind; i += 1)
    changes += changeBehindBest(random.unit() < 0.5 ? instrument.bids : instrument.asks, terms)
  instrument.updateId += changes
  instrument.lastPrice = random.unit() < 0.5 ? bid : ask
}
