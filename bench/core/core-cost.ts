import { createHash } from 'node:crypto'
import { interleaved } from '../measure.ts'
import { OwnBooks } from '../sides/own-books.ts'
import { parseAll, type Traffic } from '../traffic/frame.ts'

/** CPU time of a frame in µs, ours and that of `JSON.parse` in this process, and a hash of the books at the end. */
export type CoreCost = {
  readonly traffic: Traffic['name']
  readonly own: number
  readonly parse: number
  readonly books: string
}

/** The cost of a traffic's frames with the core that this process has. */
export function costOf(traffic: Traffic, rounds: number): CoreCost {
  const { frames } = traffic
  const books = new OwnBooks(traffic, false)
  const took = interleaved(
    [
      { name: 'own', prepare: () => books.begin(traffic), run: () => books.readAll(frames) },
      { name: 'parse', run: () => parseAll(frames) },
    ],
    { rounds },
  )
  const micros = (side: string) => (took.get(side) ?? Number.NaN) / frames.length
  const hash = createHash('sha256')
  for (const { exchange, symbol } of traffic.books) hash.update(JSON.stringify(books.topOf(exchange, symbol)))
  return { traffic: traffic.name, own: micros('own'), parse: micros('parse'), books: hash.digest('hex') }
}
