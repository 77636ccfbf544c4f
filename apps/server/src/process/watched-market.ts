import { EXCHANGES, type ExchangeId, parseExact } from '@makas/domain'
import { limitsTogether } from '../adapters/exchanges/_shared/talk/address-limits.ts'
import type { SharedLimits } from '../adapters/exchanges/_shared/talk/feed-context.ts'
import { ADDRESSES, FEEDS, LIVE_CHANNELS } from '../adapters/exchanges/feeds.ts'
import { PROTOCOLS } from '../adapters/exchanges/protocols.ts'
import { systemRandom } from '../adapters/system/randomness.ts'
import { booksOf } from '../app/doctor/chosen-books.ts'
import { ExchangeWatch, type LineTaker } from '../app/doctor/exchange-watch.ts'
import { type LoggedLine, type RequestUse, type RunFindings, runFindings } from '../app/doctor/findings.ts'
import { carryOptions, DEFAULT_CARRY } from '../app/market/detect/carry-settings.ts'
import { DEFAULT_SPOT_CAP, DEFAULT_TRI_CAP } from '../app/market/detect/default-caps.ts'
import { TICK_EVERY_MS } from '../app/market/engine-loop.ts'
import { capOf, feeOf, identify } from '../app/market/legs/identify.ts'
import { MarketRun } from '../app/market/market-run.ts'
import { priorOutlook } from '../app/market/opportunity/outlook.ts'
import type { Clock } from '../app/ports/system/clock.ts'

const LOG_KEPT = 1_000

export type WatchedMarketOptions = {
  readonly exchanges: readonly ExchangeId[]
  /** Coins and pairs whose books are wanted; empty: all books that the product wants. */
  readonly symbols: readonly string[]
  /** A loopback origin in place of the exchanges; null: the exchanges. */
  readonly origin: string | null
  /** Folder of the ban files. */
  readonly dataDir: string
  readonly limits: SharedLimits
  readonly clock: Clock
  /** Takes what the readers are given; null: nothing is recorded. */
  readonly take: LineTaker | null
}

/** A market source as the engine runs it, with a watch on each exchange, without storage and site. */
export class WatchedMarket {
  readonly run: MarketRun
  readonly watches: ReadonlyMap<ExchangeId, ExchangeWatch>
  readonly #options: WatchedMarketOptions
  readonly #logged: { readonly exchange: unknown; readonly line: LoggedLine }[] = []
  readonly #tickers = new Map<ExchangeId, ReadonlySet<string>>()
  readonly #uses = new Map<string, RequestUse>()
  readonly #startedAt: number
  #tick: { cancel(): void }

  constructor(options: WatchedMarketOptions) {
    this.#options = options
    const { clock, exchanges, symbols, take, limits: sharedLimits, origin, dataDir } = options
    this.watches = new Map(exchanges.map((exchange) => [exchange, new ExchangeWatch({ exchange, clock, take })]))
    const log = (_level: string, event: string, data: Readonly<Record<string, unknown>>) => {
      this.#logged.push({ exchange: data.exchange, line: { event, data } })
      if (this.#logged.length > LOG_KEPT) this.#logged.shift()
    }
    this.run = new MarketRun({
      exchanges,
      protocolOf: (exchange) => PROTOCOLS.find((one) => one.exchange === exchange) ?? fail(exchange),
      channelOf: (exchange, market) => LIVE_CHANNELS[exchange][market],
      makeFeed: (exchange, sink, onDailyChanges) => {
        const watch = this.watches.get(exchange) ?? fail(exchange)
        return FEEDS[exchange]({
          sink: {
            ...sink,
            refused: (endpoint, why, book) => {
              if (why === 'binary') watch.refusedUnread(why)
              sink.refused(endpoint, why, book)
            },
          },
          ...{ clock, random: systemRandom, origin, dataDir, sharedLimits, log, watched: watch.watched },
          onDailyChanges: (from, changes) => {
            this.#tickers.set(from, new Set(changes.map(({ symbol }) => symbol)))
            onDailyChanges(from, changes)
          },
        })
      },
      identify,
      takerFee: feeOf(undefined),
      spotCap: capOf(parseExact(DEFAULT_SPOT_CAP)),
      triCap: capOf(parseExact(DEFAULT_TRI_CAP)),
      carry: carryOptions(DEFAULT_CARRY, true),
      episodes: { outlookOf: priorOutlook, finished: () => undefined },
      onFinding: () => undefined,
      log,
      ...(symbols.length === 0 ? {} : { choose: booksOf(symbols) }),
    })
    this.#startedAt = clock.now()
    this.run.start()
    this.#tick = clock.after(TICK_EVERY_MS, () => this.#ticked())
  }

  /** Wanted books of an exchange, or of all, and how many of them are proven now. */
  count(exchange?: ExchangeId): { readonly wanted: number; readonly proven: number } {
    const slots = this.run.engine.slots.filter((slot) => slot.isWanted && (exchange ?? slot.exchange) === slot.exchange)
    return { wanted: slots.length, proven: slots.filter(({ acceptsDeltas }) => acceptsDeltas).length }
  }

  /** Whether an exchange has told us to stay away for a while. */
  isRefused(exchange: ExchangeId): boolean {
    const now = this.#options.clock.now()
    return this.run.feeds.some((feed) => feed.exchange === exchange && feed.status(now).bannedUntil !== null)
  }

  /** What the run has shown of an exchange until now. */
  findings(exchange: ExchangeId): RunFindings {
    const now = this.#options.clock.now()
    const watch = this.watches.get(exchange) ?? fail(exchange)
    const feed = this.run.feeds.find((one) => one.exchange === exchange) ?? fail(exchange)
    return runFindings(watch, {
      status: feed.status(now),
      slots: this.run.engine.slots.filter((slot) => slot.exchange === exchange),
      isKnown: (instrument) => identify(instrument) !== null,
      tickers: this.#tickers.get(exchange) ?? null,
      requests: [...this.#uses.values()].filter(({ address }) => exchangeAt(`/${address}`) === exchange),
      logged: this.#logged.filter((one) => one.exchange === exchange).map(({ line }) => line),
      startedAt: this.#startedAt,
      now,
    })
  }

  async stop(): Promise<void> {
    this.#tick.cancel()
    await this.run.stop()
  }

  #ticked(): void {
    const { clock, limits, exchanges } = this.#options
    this.#tick = clock.after(TICK_EVERY_MS, () => this.#ticked())
    this.run.tick(clock.now())
    this.run.engine.evaluateDeferred(clock.now())
    for (const address of ADDRESSES) {
      const shared = limits[address.prefix]
      if (shared === undefined || !exchanges.includes(exchangeAt(address.prefix))) continue
      const name = address.prefix.slice(1)
      const now = limitsTogether(address, shared).rest.fullest
      const most = this.#uses.get(name)
      if (most === undefined || now.used > most.used) this.#uses.set(name, { address: name, ...now })
    }
  }
}

/** The exchange of an address, by its path prefix. */
export const exchangeAt = (prefix: string): ExchangeId =>
  EXCHANGES.find((exchange) => prefix.startsWith(`/${exchange}`)) ?? fail(prefix)

function fail(name: string): never {
  throw new RangeError(`no exchange ${name}`)
}
