import type { BookSlot, ExchangeId } from '@makas/domain'
import type { BookFeed, FeedStatus, WantedBook } from '../../../app/ports/book-feed.ts'
import { Access } from './access.ts'
import type { Address, Dialect } from './dialect.ts'
import type { FeedContext } from './feed-context.ts'
import { together } from './feed-standing.ts'
import { MarketFeed } from './market-feed.ts'

/** All of one exchange's markets as one feed; what the exchange counts together is shared between them. */
export class ExchangeFeed implements BookFeed {
  readonly exchange: ExchangeId
  readonly #accesses: readonly Access[]
  readonly #markets: readonly MarketFeed[]

  /** @param dialects one for each market, all of one exchange, spot first. */
  constructor(dialects: readonly [Dialect, ...Dialect[]], context: FeedContext) {
    this.exchange = dialects[0].protocol.exchange
    const accesses = new Map<Address, Access>()
    this.#markets = dialects.map((dialect) => {
      const access = accesses.get(dialect.address) ?? new Access(dialect.protocol, dialect.address, context)
      accesses.set(dialect.address, access)
      return new MarketFeed(dialect, access, context)
    })
    this.#accesses = [...accesses.values()]
  }

  start(): void {
    for (const market of this.#markets) market.start()
  }

  want(books: readonly WantedBook[]): void {
    for (const market of this.#markets) market.want(books)
  }

  repair(slot: BookSlot): void {
    this.#marketOf(slot)?.repair(slot)
  }

  confirm(slot: BookSlot): void {
    this.#marketOf(slot)?.confirm(slot)
  }

  refresh(slot: BookSlot): void {
    this.#marketOf(slot)?.refresh(slot)
  }

  status(now: number): FeedStatus {
    const bans = this.#accesses.reduce((sum, access) => sum + access.bans, 0)
    return { exchange: this.exchange, bans, ...together(this.#markets.map((market) => market.status(now))) }
  }

  async stop(): Promise<void> {
    for (const market of this.#markets) market.stop()
    for (const access of this.#accesses) access.stop()
  }

  #marketOf(slot: BookSlot): MarketFeed | undefined {
    return this.#markets.find(({ market }) => market === slot.market)
  }
}
