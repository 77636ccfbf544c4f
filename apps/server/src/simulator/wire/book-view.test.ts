import { expect, test } from 'vitest'
import { Market } from '../market/market.ts'
import { BookView, isEmpty } from './book-view.ts'

const instrument = () => {
  const found = new Market({ seed: 1, symbols: 1 }).find('binance', 'BTC/USDT')
  if (!found) throw new Error('no BTC/USDT')
  return found
}

test('a message holds the changes since the last message', () => {
  const book = instrument()
  const view = new BookView(book, 'v', 5, 0)
  view.refresh(true)
  const [best = 0, second = 0] = book.bids.keys
  book.bids.lots[1] = 77
  book.bids.removeAt(0)
  const { bids, asks } = view.refresh(true)
  expect(bids.keys.slice(0, 2)).toEqual([best, second])
  expect(bids.lots.slice(0, 2)).toEqual([0, 77])
  expect(asks.keys).toEqual([])
  expect(isEmpty(view.refresh(true))).toBe(true)
})

test('levels that fall out of the window are sent as gone only by exchanges that do so', () => {
  for (const sendsFallen of [true, false]) {
    const book = instrument()
    const view = new BookView(book, 'v', 3, 0)
    view.refresh(sendsFallen)
    const third = book.asks.keys[2]
    book.asks.put((book.asks.keys[0] as number) - 1, 5)
    const gone = view.refresh(sendsFallen).asks.keys.includes(third as number)
    expect(gone).toBe(sendsFallen)
  }
})

test('a level that a snapshot showed, and that changed back, is in the next message', () => {
  const book = instrument()
  const view = new BookView(book, 'v', Number.POSITIVE_INFINITY, 0)
  view.refresh(true)
  const before = book.asks.lots[0] as number
  book.asks.lots[0] = before + 9
  view.showNow()
  book.asks.lots[0] = before
  expect(view.refresh(true).asks).toEqual({ keys: [book.asks.keys[0]], lots: [before] })
  expect(isEmpty(view.refresh(true))).toBe(true)
})
