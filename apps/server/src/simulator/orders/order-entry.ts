import type { Decimal, ExchangeId } from '@makas/domain'
import { type Holding, holdingsIn, type TestAccount } from '../accounts/test-account.ts'
import type { OrderPlace } from '../faults/fault.ts'
import type { FaultInjector } from '../faults/fault-injector.ts'
import type { Instrument } from '../market/instrument.ts'
import { match, type TakenLots, take } from './matching.ts'
import {
  type Fill,
  feeAsset,
  feeOf,
  filledLots,
  filledValue,
  minus,
  type Order,
  type OrderRequest,
  quantityOf,
  sumOf,
  valueAt,
} from './order.ts'
import { PositionSettings } from './position-settings.ts'
import { type Position, Positions } from './positions.ts'
import { change, freeOf, isCountable, unitsOf } from './wallet.ts'

/** Reasons for which an order is refused; each exchange words them differently. */
export type OrderRefusal = 'duplicate' | 'balance' | 'margin' | 'reduce-only' | 'too-large' | 'too-many'

/** Result of an order request. */
export type Placement =
  /** `isUnanswered`: the order was carried out, and the caller gets no answer. */
  { readonly order: Order; readonly isUnanswered: boolean } | { readonly refusal: OrderRefusal }

/**
 * Most open orders of an account, by instrument. On Bybit's spot all pairs count together; on Kraken the account's tier
 * decides.
 */
const MOST_OPEN = { binance: 200, okx: 500, bybit: 500, kraken: 60 } as const

interface Options {
  readonly injector: FaultInjector
  readonly wall: (exchange: ExchangeId, symbol?: string) => number
  /** Called when an order took levels of a book. */
  readonly changed: (instrument: Instrument) => void
}

/** Order entry of all simulated exchanges. Filled levels are removed from the book; balances are exact to the unit. */
export class OrderEntry {
  readonly #options: Options
  readonly #orders = new Map<TestAccount, Order[]>()
  readonly #open = new Map<TestAccount, readonly Order[]>()
  readonly #positions = new Positions()
  /** Position modes, margin modes and leverages of the accounts. */
  readonly settings = new PositionSettings()
  #lastId = 500_000_000
  #lastFill = 900_000_000

  constructor(options: Options) {
    this.#options = options
  }

  place(request: OrderRequest): Placement {
    const { account, instrument, clientId } = request
    const { injector, wall, changed } = this.#options
    const { exchange, symbol, kind } = instrument.listing
    // Other exchanges require unique ids among open orders only. No order stays open here, so a repeated order is
    // filled again.
    if (exchange === 'bybit' && clientId !== null && this.find(account, { clientId })) return { refusal: 'duplicate' }
    if (this.openOrders(account, instrument).length >= MOST_OPEN[exchange]) return { refusal: 'too-many' }
    if (injector.strikes('order-refused', exchange, symbol)) return { refusal: kind === 'spot' ? 'balance' : 'margin' }
    const cut = this.#cut(request)
    if (cut === null) return { refusal: 'reduce-only' }
    const refusal = this.#refusal(cut)
    if (refusal !== null) return { refusal }
    const taken = this.#taken(cut)
    take(cut, taken)
    this.#lastId += 1
    const fills = taken.map((one): Fill => {
      this.#lastFill += 1
      return { id: this.#lastFill, ...one }
    })
    const lots = 'lots' in cut.size ? cut.size.lots : filledLots({ fills })
    const order: Order = { ...cut, id: this.#lastId, lots, fills, time: wall(exchange, symbol) }
    this.#applyFills(order)
    this.#orders.set(account, [...(this.#orders.get(account) ?? []), order])
    if (fills.length > 0) {
      instrument.updateId += 1
      instrument.changedAt = order.time
      changed(instrument)
    }
    return { order, isUnanswered: injector.strikes('order-unanswered', exchange, symbol) !== undefined }
  }

  /** The order by id, or the newest order with that client id, as it shows at a place. */
  find(
    account: TestAccount,
    by: { readonly id: number } | { readonly clientId: string },
    where: OrderPlace = 'look-up',
  ): Order | undefined {
    return this.listed(account, where).findLast((order) =>
      'id' in by ? order.id === by.id : order.clientId === by.clientId,
    )
  }

  /** Orders of an account (or of one of its instruments) as they show at a place, oldest first. */
  listed(account: TestAccount, where: OrderPlace, instrument?: Instrument): readonly Order[] {
    return this.all(account).filter(
      (order) =>
        (instrument === undefined || order.instrument === instrument) && order.time < this.#hiddenSince(order, where),
    )
  }

  /** Holdings in a wallet as the exchange shows them. */
  holdings(account: TestAccount, wallet: Holding['wallet']): readonly Holding[] {
    const hidden = this.#hiddenIn(account).filter(() => wallet === 'trading')
    return holdingsIn(account, wallet).map((one) => {
      const units = hidden.flatMap((order) => movesOf(order)).filter(({ asset }) => asset === one.asset)
      return { ...one, free: one.free - Number(units.reduce((sum, move) => sum + move.units, 0n)) }
    })
  }

  #hiddenIn(account: TestAccount): readonly Order[] {
    return this.all(account).filter((order) => order.time >= this.#hiddenSince(order, 'holding'))
  }

  #hiddenSince({ instrument: { listing } }: Order, where: OrderPlace): number {
    return this.#options.injector.hiddenSince(listing.exchange, listing.symbol, where)
  }

  /** All orders of an account, oldest first. */
  all(account: TestAccount): readonly Order[] {
    return this.#orders.get(account) ?? []
  }

  /** Gives an account that number of open orders of an instrument, which are never filled and reserve nothing. */
  leaveOpen(account: TestAccount, instrument: Instrument, count: number): void {
    const { exchange, symbol } = instrument.listing
    const time = this.#options.wall(exchange, symbol)
    const one = { account, instrument, side: 'buy', limit: 1, isWhole: false, reduceOnly: false } as const
    const left = (this.#open.get(account) ?? []).filter((order) => order.instrument !== instrument)
    const added = Array.from({ length: count }, (): Order => {
      this.#lastId += 1
      return { ...one, size: { lots: 1 }, lots: 1, fills: [], clientId: null, id: this.#lastId, time }
    })
    this.#open.set(account, [...left, ...added])
  }

  /** Open orders, newest first: all, or the orders that count for the limit of an instrument. */
  openOrders(account: TestAccount, instrument?: Instrument): readonly Order[] {
    const open = [...(this.#open.get(account) ?? [])].reverse()
    if (instrument === undefined) return open
    const { exchange, kind } = instrument.listing
    const isOfAll = exchange === 'bybit' && kind === 'spot'
    return open.filter((one) => (isOfAll ? one.instrument.listing.kind === kind : one.instrument === instrument))
  }

  /** Whether the account has a position in a perpetual, under which exchanges change no position mode. */
  hasPosition(account: TestAccount, instrument?: Instrument): boolean {
    const open = this.#positions.of(account)
    return instrument === undefined ? open.length > 0 : open.some((one) => one.instrument === instrument)
  }

  positions(account: TestAccount): readonly Position[] {
    const hidden = this.#hiddenIn(account)
    const shown = this.#positions.of(account).map((position) => {
      const lots = hidden
        .filter(({ instrument }) => instrument === position.instrument)
        .reduce((sum, order) => sum + (order.side === 'buy' ? 1 : -1) * filledLots(order), 0)
      return { ...position, lots: position.lots - lots }
    })
    return shown.filter(({ lots }) => lots !== 0)
  }

  /** Cuts a reduce-only order to the position; null without a position to reduce. */
  #cut(request: OrderRequest): OrderRequest | null {
    if (!request.reduceOnly || !('lots' in request.size)) return request
    const held = this.#positions.lotsOf(request.account, request.instrument)
    const isReducing = held !== 0 && held > 0 === (request.side === 'sell')
    return isReducing ? { ...request, size: { lots: Math.min(request.size.lots, Math.abs(held)) } } : null
  }

  #taken(request: OrderRequest): readonly TakenLots[] {
    const { injector } = this.#options
    const { exchange, symbol } = request.instrument.listing
    const all = match(request)
    const partial = injector.strikes('order-partial', exchange, symbol)
    const taken = partial === undefined ? all : shareOf(all, partial.fault.share ?? 0)
    const isShort = 'lots' in request.size && taken.reduce((sum, { lots }) => sum + lots, 0) < request.size.lots
    return request.isWhole && isShort ? [] : taken
  }

  /** The refusal for lack of funds, if any. A limit order needs funds at its limit, as if it rested. */
  #refusal(request: OrderRequest): OrderRefusal | null {
    const { account, instrument, side, limit, size } = request
    const { listing } = instrument
    const taken = match(request)
    const lots = 'lots' in size ? size.lots : taken.reduce((sum, one) => sum + one.lots, 0)
    const value =
      limit === null
        ? sumOf(taken.map((one) => valueAt(one.ticks, one.lots, instrument)))
        : valueAt(limit, lots, instrument)
    if (!isCountable(unitsOf(quantityOf(lots, instrument)))) return 'too-large'
    if (listing.kind === 'perp') {
      const held = this.#positions.lotsOf(account, instrument)
      const isReducing = held !== 0 && held > 0 === (side === 'sell') && lots <= Math.abs(held)
      if (isReducing) return null
      const margin = unitsOf(value) / BigInt(this.settings.ofInstrument(account, instrument).leverage)
      return freeOf(account, futuresWallet(account), listing.quote) < margin ? 'margin' : null
    }
    if (side === 'sell')
      return freeOf(account, 'trading', listing.baseName) < unitsOf(quantityOf(lots, instrument)) ? 'balance' : null
    const fee = listing.exchange === 'kraken' ? (unitsOf(value) * BigInt(account.fees.spot.taker)) / 1_000_000n : 0n
    return freeOf(account, 'trading', listing.quote) < unitsOf(value) + fee ? 'balance' : null
  }

  #applyFills(order: Order): void {
    const { account, instrument } = order
    if (instrument.listing.kind === 'perp') {
      const fee = sumOf(order.fills.map((fill) => feeOf(order, fill)))
      const made = this.#positions.take(order)
      change(account, futuresWallet(account), instrument.listing.quote, unitsOf(minus(made, fee)))
      return
    }
    for (const { asset, units } of movesOf(order)) change(account, 'trading', asset, units)
  }
}

/** Changes of holdings by a spot order, in units of a holding; none for a perpetual. */
function movesOf(order: Order): readonly { readonly asset: string; readonly units: bigint }[] {
  const { instrument, side } = order
  const { baseName, quote, kind } = instrument.listing
  if (kind === 'perp') return []
  const fee = sumOf(order.fills.map((fill) => feeOf(order, fill)))
  const quantity = quantityOf(filledLots(order), instrument)
  const value = filledValue(order)
  const none: Decimal = { mantissa: 0n, decimals: 0 }
  const isFeeInBase = feeAsset(order) === 'base'
  const base = side === 'buy' ? minus(quantity, isFeeInBase ? fee : none) : minus(none, quantity)
  const money = minus(side === 'buy' ? minus(none, value) : value, isFeeInBase ? none : fee)
  return [
    { asset: baseName, units: unitsOf(base) },
    { asset: quote, units: unitsOf(money) },
  ]
}

/** Binance keeps futures in a separate wallet. Unified accounts have one wallet for everything. */
const futuresWallet = ({ exchange }: TestAccount) => (exchange === 'binance' ? 'futures' : 'trading')

/** The best taken levels, down to that share of the lots. */
function shareOf(taken: readonly TakenLots[], share: number): readonly TakenLots[] {
  let left = Math.floor(taken.reduce((sum, { lots }) => sum + lots, 0) * share)
  const kept: TakenLots[] = []
  for (const { ticks, lots } of taken) {
    const part = Math.min(lots, left)
    if (part > 0) kept.push({ ticks, lots: part })
    left -= part
  }
  return kept
}
