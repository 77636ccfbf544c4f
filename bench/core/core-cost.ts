import { createHash } from 'node:crypto'
import { interleaved } from '../measure.ts'
import type { RunLength } from '../run-length.ts'
import { OwnBooks } from '../sides/own-books.ts'
import { allTraffic } from '../traffic/traffic.ts'

/** CPU time of a frame in µs, ours and that of `JSON.parse` in this process, and a hash of the books at the end. */
export type CoreCost = { readonly own: number; readonly parse: number; readonly books: string }

const SIZES = {
  tiny: { coins: 10, perExchange: { recorded: 100, simulated: 100 }, rounds: 1 },
  usual: { coins: 150, perExchange: { recorded: 20_000, simulated: 5_000 }, rounds: 5 },
  long: { coins: 150, perExchange: { recorded: 40_000, simulated: 20_000 }, rounds: 9 },
}

/** The cost of one traffic's frames with the core that this process has. */
export function costOf(name: string, length: RunLength): CoreCost {
  const { coins, perExchange, rounds } = SIZES[length]
  const traffic = allTraffic(coins, perExchange).find((one) => one.name === name)
  if (traffic === undefined) throw new Error(`there is no ${name} traffic`)
  const { frames } = traffic
  const books = new OwnBooks(traffic, false)
  const took = interleaved(
    [
      { name: 'own', prepare: () => books.begin(traffic), run: () => books.readAll(frames) },
      {
        name: 'parse',
        run: () => {
          for (const { bytes } of frames) JSON.parse(bytes.toString())
        },
      },
    ],
    { rounds },
  )
  const micros = (side: string) => (took.get(side) ?? Number.NaN) / frames.length
  const hash = createHash('sha256')
  for (const { exchange, symbol } of traffic.books) hash.update(JSON.stringify(books.topOf(exchange, symbol)))
  return { own: micros('own'), parse: micros('parse'), books: hash.digest('hex') }
}
