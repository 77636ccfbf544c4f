import { type ExchangeId, findCycles, type Instrument, isHub, ownerOf, type Shard, shardOf, WHOLE } from '@makas/domain'
import type { Identity } from './market-leg.ts'

/** Whether a shard owns a coin, and with it the coin's routes. */
export function ownerIn({ shard, shardCount }: Shard = WHOLE): (coin: string) => boolean {
  if (shardCount === 1) return () => true
  const known = new Map<string, boolean>()
  return (coin) => {
    const found = known.get(coin)
    if (found !== undefined) return found
    const isOurs = shardOf(coin, shardCount) === shard
    known.set(coin, isOurs)
    return isOurs
  }
}

/**
 * Whether a shard needs an instrument's book: the books of its own coins, the books between two hubs, and other books
 * that its cycles lead through. Two tickers of one pair are needed together, since the first listed ticker stands for
 * both.
 */
export function neededBooks(
  instruments: Iterable<Instrument>,
  identify: (instrument: Instrument) => Identity | null,
  shard: Shard = WHOLE,
): (instrument: Instrument) => boolean {
  if (shard.shardCount === 1) return () => true
  const owns = ownerIn(shard)
  const spot = new Map<ExchangeId, Identity[]>()
  for (const instrument of instruments) {
    const identity = instrument.market === 'spot' ? identify(instrument) : null
    if (identity === null) continue
    const here = spot.get(instrument.exchange)
    if (here === undefined) spot.set(instrument.exchange, [identity])
    else here.push(identity)
  }
  const cycled = new Set<string>()
  for (const [exchange, here] of spot) {
    const { assets } = findCycles(
      here.map(({ base, quote }, index) => ({ index, base, quote })),
      (loop) => owns(ownerOf(loop)),
    )
    for (let at = 0; at < assets.length; at += 3) {
      const [a = '', b = '', c = ''] = assets.slice(at, at + 3)
      for (const pair of [unordered(a, b), unordered(b, c), unordered(c, a)]) cycled.add(`${exchange} ${pair}`)
    }
  }
  return (instrument) => {
    const identity = identify(instrument)
    if (identity === null) return false
    const { base, quote } = identity
    if (owns(base)) return true
    if (instrument.market !== 'spot') return false
    return (isHub(base) && isHub(quote)) || cycled.has(`${instrument.exchange} ${unordered(base, quote)}`)
  }
}

const unordered = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`)
