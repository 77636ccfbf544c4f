import { Status } from '@makas/contract'
import type { ExchangeId } from '@makas/domain'
import { expect, test } from 'vitest'
import type { BookFeed, FeedStatus } from '../../ports/market/book-feed.ts'
import { instrument, Stage } from '../testing/stage.ts'
import { marketStatus, tallyFeeds } from './market-status.ts'

const BEGUN = 1_000

const LIVE: Omit<FeedStatus, 'exchange'> = {
  state: 'live',
  reason: null,
  sockets: 1,
  reconnects: 0,
  bans: 0,
  bannedUntil: null,
  refusedFrames: 0,
  unconfirmed: 0,
  refusedSubscriptions: 0,
  clockOffsetMs: null,
}
const feedOf = (exchange: ExchangeId) => ({ exchange, status: () => ({ exchange, ...LIVE }) }) as unknown as BookFeed

test('a book that changes while the status is being made is 0 ms old, never less', () => {
  const stage = new Stage()
  stage.list(instrument('okx', 'SOL', 'USDT'), instrument('binance', 'SOL', 'USDT'))
  const making = tallyFeeds(stage.engine, [feedOf('okx')], { shard: 0, of: 1 }, () => true, BEGUN)
  making.next()
  stage.book(BEGUN + 60, 'okx', 'SOLUSDT', '99.9', '100')
  let piece = making.next()
  while (piece.done !== true) piece = making.next()
  const tally = { ...piece.value, isDeciding: false, startedAt: 0, liveExchanges: [] }
  const [okx] = Status.parse(marketStatus(tally, 'live', BEGUN)).exchanges
  expect(okx).toMatchObject({ books_total: 1, age_p50_ms: 0, age_p99_ms: 0 })
})
