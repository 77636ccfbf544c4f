import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { BookSlot } from '@makas/domain'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { messages } from '../../../../../scripts/run-length.ts'
import { LIVE_CHANNELS } from '../../adapters/exchanges/feeds.ts'
import { PROTOCOLS } from '../../adapters/exchanges/protocols.ts'
import { endpointOf, type Level, type Sides, TALKS } from '../testing/world/exchange-talk.ts'

const HOUR_MS = 3_600_000
const NOW = 1_785_542_400_000
const MIB = 1024 * 1024
/** Bytes that the test and its runner may allocate between two measurements. */
const NOISE_BYTES = MIB
/** Levels of each side in the exchange's own window, over which Kraken's checksum goes. */
const WINDOW = 10
const FIRST = 100_000_000

type Direction = 'up' | 'down'

const level = (ticks: number, size = '1.00000000'): Level => [
  `${Math.floor(ticks / 100)}.${String(ticks % 100).padStart(2, '0')}`,
  size,
]

/**
 * One step of a market that moves one tick a message, always in one direction. Levels of the side left behind are never
 * deleted, as on exchanges that send nothing of levels beyond the depth. On the other side the best level is deleted,
 * and a new one appears at the window's end.
 */
function step(n: number, direction: Direction): { readonly changed: Sides; readonly top: Sides } {
  const sign = direction === 'up' ? 1 : -1
  const best = FIRST + sign * n
  const behind = Array.from({ length: WINDOW }, (_, rank) => level(best - sign * rank))
  const ahead = Array.from({ length: WINDOW }, (_, rank) => level(best + sign * (1 + rank)))
  const moved = [level(best, '0.00000000'), level(best + sign * WINDOW)]
  const fresh = [level(best)]
  return direction === 'up'
    ? { changed: { bids: fresh, asks: moved }, top: { bids: behind, asks: ahead } }
    : { changed: { bids: moved, asks: fresh }, top: { bids: ahead, asks: behind } }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** Bytes in use after a garbage collection. */
function inUse(): number {
  for (let turn = 0; turn < 3; turn++) collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test.for(PROTOCOLS)(
  '[F10] $exchange: a book that is truncated at each message takes the same memory for ever',
  {
    timeout: HOUR_MS,
  },
  (protocol, context) => {
    const { exchange } = protocol
    const talk = TALKS[exchange]
    const symbol = talk.symbol({ base: 'BTC', quote: 'USDT' })
    const chosen = protocol.choose(new Set([LIVE_CHANNELS[exchange].spot]))
    if (chosen === null) throw new Error('the live channel makes no book')
    const wrong: string[] = []
    /** Messages after the book has reached its full depth. */
    const count = messages(2_000_000)
    const from = chosen.depth
    const last = from + count
    let grown = 0
    let capacities = ''
    let deepest = 0
    for (const direction of ['up', 'down'] as const) {
      const slot = new BookSlot(exchange, 'spot', symbol, chosen)
      slot.channel = chosen.channel
      const reader = protocol.reader({
        slot: (market, name) => (market === 'spot' && name === symbol ? slot : null),
        touched: () => undefined,
        lost: (_, reason) => wrong.push(`lost: ${reason}`),
        instruments: () => undefined,
        control: () => undefined,
        fact: () => undefined,
        refused: (_, why) => wrong.push(why),
      })
      const tell = ({ url, text }: { url: string; text: string }, n: number) =>
        reader.read(endpointOf(protocol, url), Buffer.from(text), NOW + n)
      tell(talk.snapshot(symbol, 0, step(0, direction).top, NOW), 0)
      const { bids, asks } = slot.book
      let before = { bytes: 0, capacity: 0 }
      for (let n = 1; n <= last; n++) {
        const { changed, top } = step(n, direction)
        tell(talk.change(symbol, n, changed, top, NOW + n), n)
        deepest = Math.max(deepest, bids.count, asks.count)
        if (n === from + count / 10) before = { bytes: inUse(), capacity: bids.capacity + asks.capacity }
      }
      grown = Math.max(grown, inUse() - before.bytes)
      capacities = `${before.capacity} and ${bids.capacity + asks.capacity}`
      expect(bids.capacity + asks.capacity).toBe(before.capacity)
      // Ahead are the ten levels that were sent; behind are all that were sent, cut to the depth.
      const [behind, ahead] = direction === 'up' ? [bids, asks] : [asks, bids]
      expect([behind.count, ahead.count]).toEqual([chosen.depth, WINDOW])
      const { top } = step(last, direction)
      for (const side of ['bids', 'asks'] as const) {
        const scale = 10 ** slot.book.priceDecimals
        const found = Array.from({ length: WINDOW }, (_, rank) => slot.book[side].priceAt(rank) / scale)
        expect(found).toEqual(top[side].map(([price]) => Number(price)))
      }
    }
    recordFigure(context, {
      row: 'F10',
      wanted: 'truncated to the subscribed depth; memory flat',
      measured: `${exchange}: ${deepest} levels at most, ${capacities} array places after ${count / 10} and ${count} messages, ${Math.round(grown / 1024)} KiB grown between`,
      seed: 0,
    })
    expect(wrong.slice(0, 5)).toEqual([])
    expect(deepest).toBe(chosen.depth)
    expect(grown).toBeLessThan(NOISE_BYTES)
  },
)
