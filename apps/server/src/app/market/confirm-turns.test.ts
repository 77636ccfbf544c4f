import type { BookSlot } from '@makas/domain'
import { expect, test } from 'vitest'
import type { BookFeed } from '../ports/market/book-feed.ts'
import { stubRun } from './testing/stub-run.ts'

const BOOKS = 60
const EVERY_MS = 30_000

/** A feed that confirms one book a second, and each at most once in 30 s. */
class SlowFeed implements Pick<BookFeed, 'confirm'> {
  readonly confirmed = new Set<string>()
  readonly #askedAt = new Map<string, number>()
  #busyUntil = 0
  now = 0

  confirm(slot: BookSlot): void {
    if (this.now < this.#busyUntil || this.now - (this.#askedAt.get(slot.symbol) ?? -EVERY_MS) < EVERY_MS) return
    this.#busyUntil = this.now + 1_000
    this.#askedAt.set(slot.symbol, this.now)
    this.confirmed.add(slot.symbol)
    slot.confirmed(this.now)
  }
}

test('where an exchange allows few calls every book that fell silent has its turn', () => {
  const feeds = { okx: new SlowFeed(), bybit: new SlowFeed() }
  const { run, list } = stubRun(feeds)
  const coins = Array.from({ length: BOOKS }, (_, at) => `C${at}`)
  list('okx', ...coins)
  list('bybit', ...coins)
  for (const slot of run.engine.slots) {
    slot.beginSnapshot()
    slot.applied('snapshot', 0, 0, 1)
  }
  for (let now = 60_000; now < 60_000 + 3 * BOOKS * 1_000; now += 100) {
    feeds.okx.now = feeds.bybit.now = now
    run.tick(now)
  }
  expect([feeds.okx.confirmed.size, feeds.bybit.confirmed.size]).toEqual([BOOKS, BOOKS])
})
