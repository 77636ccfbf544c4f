import { type Book, type BookSide, BookSlot, type CycleMarket, type Leg } from '@makas/domain'

/** Quotes with the share of coins that trade in them, modelled on a large exchange. */
const QUOTES = [
  ['USDT', 1],
  ['USDC', 0.45],
  ['BTC', 0.4],
  ['ETH', 0.1],
  ['TRY', 0.35],
  ['EUR', 0.1],
] as const
/** Pairs between the quotes themselves, base first. */
const CROSSES = [
  ['BTC', 'USDT'],
  ['ETH', 'USDT'],
  ['ETH', 'BTC'],
  ['USDC', 'USDT'],
  ['BTC', 'USDC'],
  ['ETH', 'USDC'],
  ['EUR', 'USDT'],
  ['EUR', 'USDC'],
  ['BTC', 'EUR'],
  ['ETH', 'EUR'],
  ['USDT', 'TRY'],
  ['BTC', 'TRY'],
  ['ETH', 'TRY'],
  ['EUR', 'TRY'],
] as const
/** Value of an asset in dollars; coins get random values. */
export const VALUE_USD: Readonly<Record<string, number>> = {
  USDT: 1,
  USDC: 1,
  BTC: 60_000,
  ETH: 2_500,
  EUR: 1.1,
  TRY: 0.025,
}

const LEVELS = 50
/** Fewest digits of a price, so that one step is at most a millionth of it. */
const PRICE_DIGITS = 7
const SIZE_DECIMALS = 8
/** Largest value of a level, in dollars. */
const LEVEL_DOLLARS = 1_000
/** Half of the spread, in millionths of the price. */
const HALF_SPREAD = 150
/** Distance between levels, in millionths of the price. */
const STEP = 40
/** Every 1,000 messages one whole book moves by 8,000 millionths of its price; 200 messages later it moves back. */
const SHIFT_EVERY = 1_000
const SHIFT_LASTS = 200
const SHIFT = 8_000

/** One change of a book: the new size of a price; 0 deletes the level. */
type Change = { readonly isBid: boolean; readonly price: number; readonly size: number }
type Message = { readonly market: number; readonly changes: readonly Change[] }

/**
 * Messages in flat arrays, which cost little to read: message `m` has the changes from `offsets[m]` to `offsets[m +
 * 1]`.
 */
export type Messages = {
  readonly count: number
  readonly markets: Int32Array
  readonly offsets: Int32Array
  readonly isBid: Uint8Array
  readonly prices: Float64Array
  readonly sizes: Float64Array
}

/** Market of one exchange, with cycles, and its messages. */
export type TriangularMarket = {
  readonly markets: readonly CycleMarket[]
  readonly messages: Messages
  /** Makes new books in the state before the first message. */
  readonly legs: () => readonly Leg[]
}

/** A market with its fair price in quote, the decimals of all its prices, and its base's value in dollars. */
type Listing = CycleMarket & { readonly fair: number; readonly decimals: number; readonly baseValue: number }

/** Makes a market of `symbols` pairs with `count` messages; deterministic. */
export function triangularMarket(symbols: number, count: number): TriangularMarket {
  const random = sequence(symbols)
  const listings = list(symbols, random)
  const start = listings.map((listing) => quote(listing, 0, random))
  const sides = start.map(pricesOf)
  let shifted = 0
  const messages = Array.from({ length: count }, (_, at): Message => {
    const since = at % SHIFT_EVERY
    if (since === 0) shifted = Math.floor(random() * listings.length)
    if (since === 0 || since === SHIFT_LASTS) {
      const filled = quote(listings[shifted] as Listing, since === 0 ? SHIFT : 0, random)
      const emptied = emptying(sides[shifted] as Prices)
      sides[shifted] = pricesOf(filled)
      return { market: shifted, changes: [...emptied, ...filled] }
    }
    // One size of each side changes, mostly near the best price.
    const market = Math.floor(random() * listings.length)
    const size = () => sizeOf(listings[market] as Listing, random)
    const near = (prices: readonly number[]) => prices[Math.floor(random() ** 3 * prices.length)] as number
    const { bids, asks } = sides[market] as Prices
    return {
      market,
      changes: [
        { isBid: true, price: near(bids), size: size() },
        { isBid: false, price: near(asks), size: size() },
      ],
    }
  })
  return {
    markets: listings,
    messages: flat(messages),
    legs: () => listings.map((listing, at) => leg(listing, start[at] as Change[])),
  }
}

type Prices = { readonly bids: readonly number[]; readonly asks: readonly number[] }

function pricesOf(changes: readonly Change[]): Prices {
  const of = (wanted: boolean) => changes.filter(({ isBid }) => isBid === wanted).map(({ price }) => price)
  return { bids: of(true), asks: of(false) }
}

function emptying({ bids, asks }: Prices): Change[] {
  const gone = (isBid: boolean) => (price: number) => ({ isBid, price, size: 0 })
  return [...bids.map(gone(true)), ...asks.map(gone(false))]
}

/** Applies a message to its book. */
export function apply(messages: Messages, at: number, book: Book): void {
  const end = messages.offsets[at + 1] as number
  for (let change = messages.offsets[at] as number; change < end; change++) {
    const side = messages.isBid[change] === 1 ? book.bids : book.asks
    set(book, side, messages.prices[change] as number, messages.sizes[change] as number)
  }
}

function set(book: Book, side: BookSide, price: number, size: number): void {
  if (!book.set(side, price, book.priceDecimals, size, SIZE_DECIMALS)) throw new Error('a level did not fit')
}

function flat(messages: readonly Message[]): Messages {
  const changes = messages.flatMap((message) => message.changes)
  const offsets = new Int32Array(messages.length + 1)
  for (const [at, message] of messages.entries()) offsets[at + 1] = (offsets[at] as number) + message.changes.length
  return {
    count: messages.length,
    markets: Int32Array.from(messages, ({ market }) => market),
    offsets,
    isBid: Uint8Array.from(changes, ({ isBid }) => (isBid ? 1 : 0)),
    prices: Float64Array.from(changes, ({ price }) => price),
    sizes: Float64Array.from(changes, ({ size }) => size),
  }
}

function list(symbols: number, random: () => number): Listing[] {
  const values: Record<string, number> = { ...VALUE_USD }
  const pairs: (readonly [base: string, quote: string])[] = [...CROSSES]
  for (let coin = 0; pairs.length < symbols; coin++) {
    const name = `C${coin}`
    values[name] = 10 ** (random() * 5 - 2)
    for (const [quote, share] of QUOTES) if (random() < share) pairs.push([name, quote])
  }
  return pairs.slice(0, symbols).map(([base, quote], index) => {
    const fair = (values[base] as number) / (values[quote] as number)
    const decimals = Math.max(0, PRICE_DIGITS - 1 - Math.floor(Math.log10(fair)))
    return { index, base, quote, fair, decimals, baseValue: values[base] as number }
  })
}

/** All levels of both sides around the fair price; `shift`: in millionths of it. */
function quote(listing: Listing, shift: number, random: () => number): Change[] {
  const changes: Change[] = []
  const middle = listing.fair * (1 + shift / 1e6)
  for (let rank = 0; rank < LEVELS; rank++) {
    const away = (HALF_SPREAD + rank * STEP) / 1e6
    for (const isBid of [true, false]) {
      const price = Math.round(middle * (isBid ? 1 - away : 1 + away) * 10 ** listing.decimals)
      changes.push({ isBid, price, size: sizeOf(listing, random) })
    }
  }
  return changes
}

function sizeOf({ baseValue }: Listing, random: () => number): number {
  return Math.ceil(((LEVEL_DOLLARS * random()) / baseValue) * 10 ** SIZE_DECIMALS)
}

function leg(listing: Listing, changes: readonly Change[]): Leg {
  const slot = new BookSlot('binance', 'spot', `${listing.base}${listing.quote}`, {
    depth: LEVELS,
    visibleDepth: LEVELS,
    keepsTexts: false,
  })
  slot.beginSnapshot()
  // The first level sets the book's scale, on which the integers of every message rely.
  const [first] = changes
  if (first !== undefined) slot.book.set(slot.book.bids, first.price, listing.decimals, first.size, SIZE_DECIMALS)
  const { book } = slot
  for (const { isBid, price, size } of changes) set(book, isBid ? book.bids : book.asks, price, size)
  slot.applied('snapshot', 0, 0, 1)
  const lotStep = { mantissa: 1n, decimals: SIZE_DECIMALS }
  const terms = { fee: FEE, lotStep, minQty: null, minNotional: null, multiplierDigits: 0, contractSize: null }
  return { slot, terms }
}

/** 0.1 %, the taker fee of most spot exchanges. */
const FEE = { mantissa: 1n, decimals: 3 }

/** Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
function sequence(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
