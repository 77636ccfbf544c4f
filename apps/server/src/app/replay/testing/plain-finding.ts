import type { PlainBook } from './plain-book.ts'
import type { PlainListing } from './plain-listings.ts'
import {
  commonMultiple,
  exact,
  type Fraction,
  figure,
  fraction,
  less,
  lesser,
  minus,
  over,
  plus,
  price,
  same,
  times,
  trimmed,
  whole,
  ZERO,
} from './plain-numbers.ts'
import type { Pair } from './plain-wire.ts'

export type PlainLeg = {
  readonly book: PlainBook
  readonly listing: PlainListing
  readonly base: string
  readonly quote: string
  readonly multiplier: bigint
  readonly fee: string | null
}
export type PlainFinding = {
  readonly mode: 'spot'
  readonly row: Record<string, unknown>
  readonly evidence: Record<string, unknown>
}

type Level = { readonly price: Fraction; readonly size: Fraction }
const ONE = whole(1n)
const FIVE_PERCENT: Fraction = [1n, 20n]
const CAP = whole(50_000n)
const CAPPED = ['USD', 'USDT', 'USDC', 'BUSD', 'DAI']

/** Kraken's levels beyond the tenth are unproven (formulas.md § 6). */
const seen = ({ book }: PlainLeg, pairs: readonly Pair[]): readonly Pair[] =>
  book.exchange === 'kraken' ? pairs.slice(0, 10) : pairs
const inCoins = ({ multiplier }: PlainLeg, [at, size]: Pair): Level => ({
  price: over(fraction(at), whole(multiplier)),
  size: times(fraction(size), whole(multiplier)),
})

/** formulas.md § 1 line by line: a finding, or why there is none. */
export function plainFinding(
  id: string,
  buy: PlainLeg,
  sell: PlainLeg,
  t: number,
): PlainFinding | 'negative' | 'quarantine' {
  const askPairs = seen(buy, buy.book.asks)
  const bidPairs = seen(sell, sell.book.bids)
  const [askPair, bidPair] = [askPairs[0], bidPairs[0]]
  if (askPair === undefined || bidPair === undefined) return 'negative'
  const [ask0, bid0] = [inCoins(buy, askPair), inCoins(sell, bidPair)]
  if (!less(ask0.price, bid0.price)) return 'negative'
  const asks = askPairs.map((pair) => inCoins(buy, pair))
  const bids = bidPairs.map((pair) => inCoins(sell, pair))
  const gross = over(minus(bid0.price, ask0.price), ask0.price)
  if (buy.fee === null || sell.fee === null || buy.listing.lot === null || sell.listing.lot === null) return 'negative'
  if (less(FIVE_PERCENT, gross)) return 'quarantine'
  const [fA, fB] = [fraction(buy.fee), fraction(sell.fee)]
  const pays = (bid: Level | undefined, ask: Level | undefined) =>
    bid !== undefined && ask !== undefined && less(times(ask.price, plus(ONE, fA)), times(bid.price, minus(ONE, fB)))

  const cap = CAPPED.includes(buy.quote) ? CAP : null
  const askLeft = asks.map(({ size }) => size)
  const bidLeft = bids.map(({ size }) => size)
  let [a, b, size, spent] = [0, 0, ZERO, ZERO]
  let isCapped = false
  while (!isCapped && pays(bids[b], asks[a])) {
    const ask = asks[a] as Level
    let part = lesser(askLeft[a] as Fraction, bidLeft[b] as Fraction)
    if (cap !== null && !less(plus(spent, times(part, ask.price)), cap)) {
      part = over(minus(cap, spent), ask.price)
      isCapped = true
    }
    size = plus(size, part)
    spent = plus(spent, times(part, ask.price))
    askLeft[a] = minus(askLeft[a] as Fraction, part)
    bidLeft[b] = minus(bidLeft[b] as Fraction, part)
    if ((askLeft[a] as Fraction)[0] === 0n) a++
    if ((bidLeft[b] as Fraction)[0] === 0n) b++
  }
  const isUsedUp = a === asks.length || b === bids.length
  const depthLimited =
    !isCapped && isUsedUp && pays(bids[Math.min(b, bids.length - 1)], asks[Math.min(a, asks.length - 1)])

  const unit = (leg: PlainLeg, text: string) => times(fraction(text), whole(leg.multiplier))
  const lot = commonMultiple(unit(buy, buy.listing.lot), unit(sell, sell.listing.lot))
  const [n, d] = over(size, lot)
  const q = times(whole(n / d), lot)
  if (q[0] === 0n) return 'negative'
  const bought = walk(asks, q)
  const sold = walk(bids, q)
  for (const [leg, { money }] of [[buy, bought] as const, [sell, sold] as const]) {
    const { minQty, minNotional } = leg.listing
    if (minQty !== null && less(q, unit(leg, minQty))) return 'negative'
    if (minNotional !== null && less(money, fraction(minNotional))) return 'negative'
  }
  const fees = plus(times(bought.money, fA), times(sold.money, fB))
  const cost = times(bought.money, plus(ONE, fA))
  const net = minus(minus(sold.money, bought.money), fees)
  const vb = over(bought.money, q)
  const vs = over(sold.money, q)
  const percent = (value: Fraction) => figure(times(value, whole(100n)))
  const ages = [buy.book, sell.book].map((book) => t - book.receivedAt)
  const left = [buy.book, sell.book].map((book) => book.limit - (t - book.receivedAt))
  const latency = Math.max(
    0,
    ...[buy.book, sell.book].map((book) => book.receivedAt - (book.eventTime ?? book.receivedAt)),
  )
  const age = Math.max(...ages)
  const now = new Date(t).toISOString()
  const isSame = same(minus(minus(grossPart(), slippagePart()), fees), net)
  if (!isSame) throw new Error('the reference breaks its own identity')

  function grossPart(): Fraction {
    return times(q, minus(bid0.price, ask0.price))
  }
  function slippagePart(): Fraction {
    return times(q, plus(minus(vb, ask0.price), minus(bid0.price, vs)))
  }
  return {
    mode: 'spot',
    row: {
      ...{ id, mode: 'spot', source: 'replay', state: 'LIVE', symbol: `${buy.base}/${buy.quote}` },
      ...{ base: buy.base, quote: buy.quote, buy_exchange: buy.book.exchange, sell_exchange: sell.book.exchange },
      ...{ buy_price: price(vb), sell_price: price(vs), spread: percent(gross) },
      slippage: percent(minus(gross, over(minus(vs, vb), vb))),
      ...{ fees: percent(over(fees, cost)), net_profit: percent(over(net, cost)), net_roi: percent(over(net, cost)) },
      ...{ net_pnl: figure(net), volume: figure(bought.money), size: figure(q), size_currency: buy.base },
      ...{
        depth_limited: depthLimited,
        age_ms: age,
        expires_in_ms: Math.max(0, Math.min(...left)),
        latency_ms: latency,
      },
      ...{ confidence: halfEven(100 * 2 ** (-(age + latency) / 1_500)), confidence_basis: 'prior', ttl_ms: 1_500 },
      ...{ detected_at: now, updated_at: now },
    },
    evidence: {
      legs: [present(buy, 'buy', askPairs, bought.levels), present(sell, 'sell', bidPairs, sold.levels)],
      ...{ size: exact(q), gross: exact(grossPart()), slippage: exact(slippagePart()), fees: exact(fees) },
      ...{ net: exact(net), cost: exact(cost) },
    },
  }
}

function present({ book, listing, multiplier, fee }: PlainLeg, side: string, pairs: readonly Pair[], used: number) {
  const rule = (text: string | null) => (text === null || trimmed(text) === '0' ? null : trimmed(text))
  return {
    ...{ exchange: book.exchange, market: book.market, symbol: book.symbol, side },
    levels: pairs.slice(0, used).map((pair) => pair.map(trimmed)),
    ...{ multiplier: String(multiplier), fee: trimmed(fee ?? ''), lot_step: trimmed(listing.lot ?? '') },
    ...{ min_qty: rule(listing.minQty), min_notional: rule(listing.minNotional) },
    ...{ book_time: book.eventTime ?? book.receivedAt, book_seq: book.seq, received_at: book.receivedAt },
  }
}

/** Σ(p·q) of the best part of a side that holds `quantity`, and the levels that it takes a part of. */
function walk(levels: readonly Level[], quantity: Fraction): { readonly money: Fraction; readonly levels: number } {
  let [rest, money, used] = [quantity, ZERO, 0]
  for (const level of levels) {
    if (rest[0] === 0n) break
    const part = lesser(level.size, rest)
    money = plus(money, times(part, level.price))
    rest = minus(rest, part)
    used++
  }
  return { money, levels: used }
}

function halfEven(value: number): number {
  const below = Math.floor(value)
  if (value - below === 0.5) return below % 2 === 0 ? below : below + 1
  return Math.round(value)
}
