import { Status } from '@makas/contract'
import type { ExchangeId } from '@makas/domain'
import { expect, test } from 'vitest'
import type { BookFeed } from '../../ports/market/book-feed.ts'
import { runToEnd } from '../engine/time-slices.ts'
import { instrument, Stage } from '../testing/stage.ts'
import { feedStatus, stubRun } from '../testing/stub-run.ts'
import { engineMetrics } from './engine-metrics.ts'
import { marketStatus, tallyFeeds } from './market-status.ts'

const BEGUN = 1_000

const feedOf = (exchange: ExchangeId) => ({ exchange, status: () => feedStatus(exchange) }) as unknown as BookFeed

test('a book that changes while the status is being made is 0 ms old, never less', () => {
  const stage = new Stage()
  stage.list(instrument('okx', 'SOL', 'USDT'), instrument('binance', 'SOL', 'USDT'))
  const making = tallyFeeds(stage.engine, [feedOf('okx')], { shard: 0, shardCount: 1 }, () => true, BEGUN)
  making.next()
  stage.book(BEGUN + 60, 'okx', 'SOLUSDT', '99.9', '100')
  let piece = making.next()
  while (piece.done !== true) piece = making.next()
  const tally = { ...piece.value, isDeciding: false, startedAt: 0, liveExchanges: [] }
  const [okx] = Status.parse(marketStatus(tally, 'live', BEGUN)).exchanges
  expect(okx).toMatchObject({ books_total: 1, age_p50_ms: 0, age_p99_ms: 0 })
})

test('[F18] a book that nobody wants any more, because its pair was delisted elsewhere, is not missing', () => {
  const { run, list } = stubRun({ binance: feedOf('binance'), okx: feedOf('okx') })
  const totals = () => {
    const { feeds } = runToEnd(tallyFeeds(run.engine, run.feeds, { shard: 0, shardCount: 1 }, () => true, BEGUN))
    const gauge = engineMetrics(run.engine, run.feeds, BEGUN).find(({ name }) => name === 'makas_books')
    return [feeds.map(({ total }) => total), gauge?.samples.map(({ value }) => value)]
  }
  list('okx', 'SOL', 'ABC')
  list('binance', 'SOL', 'ABC')
  expect(totals()).toEqual([
    [2, 2],
    [2, 2],
  ])
  list('binance', 'SOL')
  expect(totals()).toEqual([
    [1, 1],
    [1, 1],
  ])
  list('binance', 'SOL', 'ABC')
  expect(totals()[1]).toEqual([2, 2])
})
