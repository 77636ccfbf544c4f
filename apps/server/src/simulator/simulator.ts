import { decimalText, type ExchangeId } from '@makas/domain'
import { seededAccounts } from './accounts/seeded-accounts.ts'
import type { TestAccount } from './accounts/test-account.ts'
import { every, wallMs } from './clock.ts'
import { BinanceFront } from './exchanges/binance/front.ts'
import { BybitFront } from './exchanges/bybit/front.ts'
import { bookChecksum, printed } from './exchanges/kraken/checksum.ts'
import { KrakenFront } from './exchanges/kraken/front.ts'
import { OkxFront } from './exchanges/okx/front.ts'
import type { Fault } from './faults/fault.ts'
import { FaultInjector } from './faults/fault-injector.ts'
import { FaultRunner } from './faults/fault-runner.ts'
import { fixedText, paddedText, shortText, signedText } from './market/decimal-text.ts'
import { RATE_DECIMALS } from './market/funding.ts'
import type { Instrument } from './market/instrument.ts'
import { Market, STEP_MS } from './market/market.ts'
import { Perpetual } from './market/perpetual.ts'
import { filledLots, quantityOf } from './orders/order.ts'
import { OrderEntry } from './orders/order-entry.ts'
import type { AccountSettings } from './orders/position-settings.ts'
import type { Counters } from './wire/counters.ts'
import type { Context } from './wire/front.ts'
import { Gateway } from './wire/gateway.ts'

/** Time between two turns of a calm market, ms. Each turn costs a write to each socket, and a wake-up of its reader. */
const CALM_TURN_MS = 50
/**
 * Most steps in one turn. A slow machine drops further steps: the market runs slower, and its sockets are still served.
 * Catching up would delay them more and more. A calm market makes a second in a few turns.
 */
const MAX_STEPS_AT_ONCE = { busy: 10, calm: 100 }

export interface SimulatorOptions {
  readonly seed: number
  readonly symbols: number
  /** Port; 0 takes a free one. */
  readonly port: number
  readonly host?: string
  /**
   * Whether coins without a gap between exchanges move less, and messages leave every 50 ms and not every 10: for the
   * demo market, which shows rows and should cost little. Default false: as busy as exchanges are.
   */
  readonly isCalm?: boolean
  /** Market seconds per real second, default 1. Times on the wire stay real. */
  readonly speed?: number
  readonly faults?: readonly Fault[]
  /** False: no request, message or connection limits. Default true. */
  readonly limits?: boolean
  /** Offset of the exchanges' shown times, ms. */
  readonly clockOffsetMs?: number
  /** Lifetime of a stream connection, ms. Default 24 h, as on Binance. */
  readonly connectionLifeMs?: number
}

/** A perpetual's mark and funding, as exact decimals. */
interface TrueFunding {
  readonly mark: string
  readonly index: string
  /** Rate of the next payment, a fraction for the whole interval. */
  readonly rate: string
  /** Time of the next payment, epoch ms. */
  readonly nextAt: number
  /** Null while a fault withholds it. */
  readonly intervalHours: number | null
  /** Past payments, oldest first; `time` is the boundary. */
  readonly settled: readonly { readonly time: number; readonly rate: string }[]
}

/** An order as the exchange knows it. Filled size in base units, of a swap in contracts. */
interface TrueOrder {
  readonly clientId: string | null
  readonly side: 'buy' | 'sell'
  readonly filled: string
}

interface TruePosition {
  readonly symbol: string
  readonly size: string
}

/** A book as the exchange prints it, best level first, and its id. */
interface TrueBook {
  readonly bids: readonly (readonly [price: string, size: string])[]
  readonly asks: readonly (readonly [price: string, size: string])[]
  /**
   * Binance `lastUpdateId`, Bybit `seq`, OKX `seqId` of the newest message, Kraken's checksum, its perpetuals' `seq`.
   */
  readonly id: number
  readonly changedAt: number
}

export interface Simulator {
  /** `http://127.0.0.1:PORT`; streams at the same place with `ws:`. */
  readonly origin: string
  readonly port: number
  readonly counters: Counters
  /** Every spot market of the exchange as `BASE/QUOTE`. */
  markets(exchange: ExchangeId): string[]
  /** Every perpetual as `BASE/QUOTE:QUOTE`. */
  perpetuals(exchange: ExchangeId): string[]
  /** The true book. Throws for an unknown market. */
  bookOf(exchange: ExchangeId, symbol: string): TrueBook
  /** The true book of a perpetual; sizes in the exchange's own units (contracts on OKX). */
  perpBookOf(exchange: ExchangeId, symbol: string): TrueBook
  fundingOf(exchange: ExchangeId, symbol: string): TrueFunding
  /** The test accounts, whose signed calls are answered. */
  readonly accounts: readonly TestAccount[]
  /** The account of that name. Throws for an unknown name. */
  account(exchange: ExchangeId, name: string): TestAccount
  /** All orders of an account, oldest first. */
  ordersOf(exchange: ExchangeId, name: string): readonly TrueOrder[]
  /**
   * Open positions of an account, by the exchange's own names. Sizes as in `filled` of an order, negative for short.
   */
  positionsOf(exchange: ExchangeId, name: string): readonly TruePosition[]
  /** Position mode, margin mode and leverages of an account, to read and set as its owner does at the exchange. */
  positionSettingsOf(exchange: ExchangeId, name: string): AccountSettings
  /** Gives an account that number of open orders of a market (`BASE/QUOTE`, a perpetual `BASE/QUOTE:QUOTE`). */
  leaveOpen(exchange: ExchangeId, name: string, symbol: string, count: number): void
  /**
   * An order in lots at the market's price, as if an account's owner gave it at the exchange by hand. Throws where it
   * is refused.
   */
  tradeByHand(exchange: ExchangeId, name: string, symbol: string, side: 'buy' | 'sell', lots: number): void
  /** Starts a fault; the returned function ends it. */
  script(fault: Fault): () => void
  clearFaults(): void
  /** Stops the market's time (sockets stay open): due messages still go out, then books stand still. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** Starts the four simulated exchanges on one loopback origin. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const counters: Counters = {
    connections: 0,
    disconnects: 0,
    bookFrames: 0,
    factFrames: 0,
    controlFrames: 0,
    requests: 0,
    requestsWhileBanned: 0,
    refusals: 0,
    faults: {},
  }
  const { seed, symbols, isCalm = false } = options
  const turnMs = isCalm ? CALM_TURN_MS : STEP_MS
  const maxSteps = isCalm ? MAX_STEPS_AT_ONCE.calm : MAX_STEPS_AT_ONCE.busy
  const market = new Market({ seed, symbols, isCalm })
  const injector = new FaultInjector(counters.faults)
  const offset = options.clockOffsetMs ?? 0
  const accounts = seededAccounts(
    seed,
    market.instruments.map(({ listing }) => listing),
  )
  const changed = (instrument: Instrument) => fronts[instrument.listing.exchange].changed(instrument)
  const wall: Context['wall'] = (exchange, symbol) => injector.wall(exchange, symbol, wallMs() + offset)
  const context: Context = {
    market,
    injector,
    counters,
    accounts,
    orders: new OrderEntry({ injector, wall, changed }),
    limits: options.limits ?? true,
    wall,
  }
  const binance = new BinanceFront(context)
  const okx = new OkxFront(context)
  const kraken = new KrakenFront(context)
  const fronts = { binance, okx, bybit: new BybitFront(context), kraken }
  const all = Object.values(fronts)
  const gateway = new Gateway(all, context)
  const runner = new FaultRunner(context, gateway, fronts)
  const host = options.host ?? '127.0.0.1'
  const port = await gateway.listen(options.port, host)

  const speed = options.speed ?? 1
  let isPaused = false
  let last = wallMs()
  let owed = 0
  const advance = () => {
    const now = wallMs()
    owed = Math.min(owed + (now - last) * speed, maxSteps * STEP_MS * speed)
    last = now
    for (; owed >= STEP_MS; owed -= STEP_MS) {
      if (isPaused) market.idle()
      else for (const instrument of market.step(now)) changed(instrument)
      if (market.nowMs % turnMs === 0) for (const front of all) front.flush(market.nowMs)
    }
  }
  const lifeMs = options.connectionLifeMs ?? 86_400_000
  const timers = [
    every(turnMs, () => gateway.together(advance)),
    every(1_000, () => {
      const now = wallMs()
      gateway.together(() => {
        for (const front of all) front.second(now)
      })
      for (const one of gateway.connections)
        if (now - one.openedAt >= lifeMs) one.close(1000, 'connection lifetime reached')
    }),
  ]
  for (const fault of options.faults ?? []) runner.script(fault)
  const perpetual = (exchange: ExchangeId, symbol: string): Perpetual => {
    const found = market.findPerpetual(exchange, symbol)
    if (!found) throw new Error(`${exchange} does not list ${symbol}`)
    return found
  }

  const listed = (exchange: ExchangeId, symbol: string): Instrument => {
    const found = symbol.includes(':') ? perpetual(exchange, symbol) : market.find(exchange, symbol)
    if (!found) throw new Error(`${exchange} does not list ${symbol}`)
    return found
  }

  const account = (exchange: ExchangeId, name: string): TestAccount => {
    const found = accounts.find((one) => one.exchange === exchange && one.name === name)
    if (!found) throw new Error(`${exchange} has no test account ${name}`)
    return found
  }

  return {
    origin: `http://${host}:${port}`,
    port,
    counters,
    markets: (exchange) =>
      market.instruments.filter((one) => one.listing.exchange === exchange).map((one) => one.listing.symbol),
    bookOf: (exchange, symbol) => trueBook(listed(exchange, symbol), okx, kraken),
    perpetuals: (exchange) =>
      market.perpetuals.filter((one) => one.listing.exchange === exchange).map((one) => one.listing.symbol),
    perpBookOf: (exchange, symbol) => trueBook(perpetual(exchange, symbol), okx, kraken),
    fundingOf: (exchange, symbol) => trueFunding(perpetual(exchange, symbol), context.wall(exchange, symbol)),
    accounts,
    account,
    ordersOf: (exchange, name) =>
      context.orders.all(account(exchange, name)).map((order) => ({
        clientId: order.clientId,
        side: order.side,
        filled: decimalText(quantityOf(filledLots(order), order.instrument)),
      })),
    positionsOf: (exchange, name) =>
      context.orders.positions(account(exchange, name)).map(({ instrument, lots }) => ({
        symbol: instrument.listing.id,
        size: decimalText(quantityOf(lots, instrument)),
      })),
    positionSettingsOf: (exchange, name) => context.orders.settings.of(account(exchange, name)),
    leaveOpen: (exchange, name, symbol, count) =>
      context.orders.leaveOpen(account(exchange, name), listed(exchange, symbol), count),
    tradeByHand: (exchange, name, symbol, side, lots) => {
      const instrument = listed(exchange, symbol)
      const plain = { limit: null, isWhole: false, reduceOnly: false, clientId: null }
      const placed = context.orders.place({
        account: account(exchange, name),
        instrument,
        side,
        size: { lots },
        ...plain,
      })
      if ('refusal' in placed) throw new Error(placed.refusal)
    },
    script: (fault) => runner.script(fault),
    clearFaults: () => runner.clear(),
    pause: () => {
      isPaused = true
    },
    resume: () => {
      isPaused = false
    },
    stop: async () => {
      for (const timer of timers) timer.cancel()
      runner.clear()
      await gateway.stop()
    },
  }
}

function trueFunding(perpetual: Perpetual, wallMs: number): TrueFunding {
  const { rate, nextAt, statedHours, settled } = perpetual.fundingAt(wallMs)
  const { markDecimals } = perpetual.terms
  const rateText = (value: number) => signedText(value, RATE_DECIMALS)
  return {
    mark: shortText(perpetual.markTicks, markDecimals),
    index: shortText(perpetual.indexTicks, markDecimals),
    rate: rateText(rate),
    nextAt,
    intervalHours: statedHours,
    settled: settled.map((payment) => ({ time: payment.time, rate: rateText(payment.rate) })),
  }
}

const PRICE_TEXT: Record<ExchangeId, (value: number, decimals: number) => string> = {
  binance: (value, decimals) => paddedText(value, decimals, 8),
  okx: shortText,
  bybit: shortText,
  kraken: fixedText,
}

function trueBook(instrument: Instrument, okx: OkxFront, kraken: KrakenFront): TrueBook {
  const { listing, bids, asks, updateId, changedAt } = instrument
  // Futures hosts print trailing zeros up to the tick's decimals. The spot hosts of these exchanges do not.
  const text = listing.kind === 'perp' && listing.exchange !== 'okx' ? fixedText : PRICE_TEXT[listing.exchange]
  const side = (levels: typeof bids) =>
    levels.keys.map(
      (key, i) =>
        [text(Math.abs(key), listing.priceDecimals), text(levels.lots[i] as number, listing.sizeDecimals)] as const,
    )
  const id: Record<ExchangeId, () => number> = {
    binance: () => updateId,
    okx: () => okx.seqOf(instrument),
    bybit: () => 70_000_000_000 + updateId,
    kraken: () =>
      instrument instanceof Perpetual
        ? kraken.seqOf(instrument)
        : bookChecksum(printed(listing, asks), printed(listing, bids)),
  }
  return { bids: side(bids), asks: side(asks), id: id[listing.exchange](), changedAt }
}
