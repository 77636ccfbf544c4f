import { expect } from 'vitest'
import type { Simulator } from '../index.ts'
import { until } from './wire-client.ts'

/** A book as ccxt keeps it. */
export interface Book {
  readonly bids: readonly (readonly [number, number])[]
  readonly asks: readonly (readonly [number, number])[]
}

/** A perpetual as ccxt describes it. */
export interface Perp {
  readonly type: string
  readonly linear: boolean
  readonly settle: string
  readonly active: boolean
  readonly contractSize: number
  readonly precision: { readonly amount: number; readonly price: number }
}

/** Every address of a client, with the simulator's in place of the exchange's. */
export function redirected(value: unknown, port: number, prefix: string): unknown {
  if (typeof value === 'string')
    return value.replace(/^(http|ws)s?:\/\/[^/]+/, (_, scheme) => `${scheme}://127.0.0.1:${port}/${prefix}`)
  if (Array.isArray(value)) return value.map((one) => redirected(one, port, prefix))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redirected(one, port, prefix)]))
}

type Side = readonly (readonly [number | string, number | string])[]

/** The best `depth` levels of both sides, as numbers. */
export const levels = ({ bids, asks }: { readonly bids: Side; readonly asks: Side }, depth: number) =>
  [bids, asks].map((side) => side.slice(0, depth).map(([price, size]) => [Number(price), Number(size)]))

/** Watches books until hundreds of changes have come, pauses the market, and compares them with the true books. */
export async function compareBooks(
  simulator: Simulator,
  watch: (symbol: string) => Promise<Book>,
  truths: ReadonlyMap<string, () => { readonly bids: Side; readonly asks: Side }>,
  depth: number,
): Promise<void> {
  const books = new Map<string, Book>()
  let updates = 0
  let isOpen = true
  let failure: unknown
  for (const symbol of truths.keys()) {
    void (async () => {
      while (isOpen) {
        books.set(symbol, await watch(symbol))
        updates += 1
      }
    })().catch((error: unknown) => {
      if (isOpen) failure = error
    })
  }
  await until(() => failure !== undefined || (updates > 250 && books.size === truths.size), 'hundreds of changes')
  expect(failure).toBeUndefined()
  simulator.pause()
  const text = (book: Parameters<typeof levels>[0]) => JSON.stringify(levels(book, depth))
  const wrong = () =>
    [...truths].flatMap(([symbol, truth]) => (text(books.get(symbol) as Book) === text(truth()) ? [] : [symbol]))
  await until(() => wrong().length === 0, 'equal books', 60_000).catch(() => undefined)
  expect(wrong()).toEqual([])
  isOpen = false
}
