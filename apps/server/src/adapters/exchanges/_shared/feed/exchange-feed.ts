import type { BookSlot, ExchangeId } from '@makas/domain'
import type { BookFeed, FeedStatus, WantedBook } from '../../../../app/ports/market/book-feed.ts'
import type { Clock } from '../../../../app/ports/system/clock.ts'
import type { Ban } from '../../../system/files/ban-file.ts'
import { Access } from '../rest/access.ts'
import type { Address, Dialect } from '../talk/dialect.ts'
import type { FeedContext } from '../talk/feed-context.ts'
import { mergedStatus } from './feed-status.ts'
import { MarketFeed } from './market-feed.ts'

/** The first market starts alone for this long: if its first call is refused, no other call is on its way (F20). */
const HEAD_START_MS = 1_000

/** All markets of one exchange as one feed; they share the limits that the exchange counts together. */
export class ExchangeFeed implements BookFeed {
  readonly exchange: ExchangeId
  readonly #clock: Clock
  readonly #accesses: readonly Access[]
  readonly #markets: readonly MarketFeed[]
  #laterStart: { cancel(): void } | null = null

  /** @param dialects one for each market, all of one exchange, spot first. */
  constructor(dialects: readonly [Dialect, ...Dialect[]], context: FeedContext) {
    const [{ protocol: plain }] = dialects
    const protocol = context.watched?.(plain) ?? plain
    this.exchange = protocol.exchange
    this.#clock = context.clock
    const addresses = [...new Set(dialects.map(({ address }) => address))]
    const accesses = new Map<Address, Access>()
    for (const address of addresses) {
      const onBan = (ban: Ban) => this.#banned(accesses.get(address), ban)
      accesses.set(address, new Access(protocol, address, context, onBan))
    }
    this.#accesses = [...accesses.values()]
    const now = context.clock.now()
    for (const access of this.#accesses) {
      const ban = access.rest.ban(now)
      if (ban !== null) this.#banned(access, ban)
    }
    this.#markets = dialects.map((dialect) => {
      const access = accesses.get(dialect.address)
      if (access === undefined) throw new RangeError('every address has its access')
      return new MarketFeed({ ...dialect, protocol }, access, context)
    })
  }

  start(): void {
    const [first, ...others] = this.#markets
    first?.start()
    this.#laterStart = this.#clock.after(HEAD_START_MS, () => {
      for (const market of others) market.start()
    })
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
    return { exchange: this.exchange, bans, ...mergedStatus(this.#markets.map((market) => market.status(now))) }
  }

  async stop(): Promise<void> {
    this.#laterStart?.cancel()
    for (const market of this.#markets) market.stop()
    for (const access of this.#accesses) access.stop()
  }

  #banned(where: Access | undefined, ban: Ban): void {
    for (const access of this.#accesses) if (access !== where) access.applyBan(ban)
  }

  #marketOf(slot: BookSlot): MarketFeed | undefined {
    return this.#markets.find(({ market }) => market === slot.market)
  }
}
