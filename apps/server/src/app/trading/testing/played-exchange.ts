import {
  add,
  exactText,
  multiply,
  type OrderResult,
  type Ratio,
  ratio,
  ratioOfText,
  subtract,
  type TradeLeg,
  ZERO,
} from '@makas/domain'
import type { HeldLeg } from '../../ports/trading/key-vault.ts'
import type {
  ExchangeOrder,
  OrderAnswer,
  OrderFill,
  OrderLookup,
  TrailAnswer,
  TrailWish,
} from '../../ports/trading/order-vault.ts'
import type { VirtualClock } from './virtual-clock.ts'

export const PLACES = ['look-up', 'history', 'fills', 'holding'] as const
export type Place = (typeof PLACES)[number]

/** What an exchange does with one order. */
export type Fate = {
  readonly isRefused: boolean
  /** Tenths of it that are filled. */
  readonly tenths: number
  /** What its sender hears: the result, that it was taken, or nothing. */
  readonly answer: 'result' | 'taken' | 'lost'
  /** How late it is carried out where nothing is heard, ms: until then a cancellation takes it away. */
  readonly lateMs: number
  /** For how long it does not show at each place, ms. */
  readonly hiddenMs: Readonly<Record<Place, number>>
}

/** A time in which an exchange answers nothing, ms after the beginning. */
export type Away = { readonly fromMs: number; readonly forMs: number; readonly isBan: boolean }

export const SMOOTH: Fate = {
  isRefused: false,
  tenths: 10,
  answer: 'result',
  lateMs: 0,
  hiddenMs: { 'look-up': 0, history: 0, fills: 0, holding: 0 },
}

type Kept = {
  readonly order: ExchangeOrder
  readonly leg: TradeLeg
  readonly id: string
  readonly fate: Fate
  /** When it is carried out, and what came of it; a late order that was cancelled is filled with nothing. */
  time: number
  isCancelled: boolean
}

/** An account at an exchange that hides orders, carries them out late, and is away at times. */
export class PlayedExchange {
  /** Orders that reached the exchange, in turn. */
  readonly kept: Kept[] = []
  /** Orders that reached the exchange, refused ones too. */
  readonly placed: string[] = []
  readonly #clock: VirtualClock
  readonly #legs: readonly TradeLeg[]
  readonly #fateOf: (order: ExchangeOrder) => Fate
  readonly #aways: readonly (Away & { readonly beganAt: number })[]

  constructor(
    clock: VirtualClock,
    legs: readonly TradeLeg[],
    fateOf: (order: ExchangeOrder) => Fate,
    aways: readonly Away[] = [],
  ) {
    this.#clock = clock
    this.#legs = legs
    this.#fateOf = fateOf
    this.#aways = aways.map((one) => ({ ...one, beganAt: clock.now() }))
  }

  place(order: ExchangeOrder): OrderAnswer {
    const away = this.#away()
    if (away !== null) return { kind: 'refused', why: 'busy', ...away }
    this.placed.push(order.clientId)
    const fate = this.#fateOf(order)
    if (fate.isRefused) return fate.answer === 'lost' ? LOST : { kind: 'refused', why: 'balance' }
    const leg = this.#legs.find(({ market, symbol }) => market === order.market && symbol === order.symbol)
    if (leg === undefined) return { kind: 'refused', why: 'instrument' }
    const late = fate.answer === 'lost' ? fate.lateMs : 0
    const [id, time] = [`x${this.kept.length + 1}`, this.#clock.now() + late]
    const kept = { order, leg, id, fate, time, isCancelled: false }
    this.kept.push(kept)
    if (fate.answer === 'lost') return LOST
    return fate.answer === 'taken' ? { kind: 'accepted', orderId: id } : { kind: 'done', fill: fillOf(kept) }
  }

  find({ clientId }: ExchangeOrder): OrderLookup {
    const away = this.#away()
    if (away !== null) return { kind: 'unknown', why: 'rate-limited', ...away }
    const found = this.#shown('look-up').find(({ order }) => order.clientId === clientId)
    return found === undefined ? { kind: 'not-found' } : { kind: 'done', fill: fillOf(found) }
  }

  trail({ market, symbol, cancel, watched }: TrailWish): TrailAnswer {
    const away = this.#away()
    if (away !== null) return { kind: 'unread', why: 'rate-limited', ...away }
    const late = this.kept.find(({ order, time }) => order.clientId === cancel && time > this.#clock.now())
    if (late !== undefined) Object.assign(late, { isCancelled: true, time: this.#clock.now() })
    const own = (place: Place) => this.#shown(place).filter(({ leg }) => leg.market === market && leg.symbol === symbol)
    const listed = own('history')
    const isStray = ({ id, ...one }: Kept) =>
      fillOf({ id, ...one }).filled !== '0' && !listed.some((two) => two.id === id)
    return {
      kind: 'read',
      orders: listed.map(({ order, id }) => ({ clientId: order.clientId, orderId: id, side: order.side })),
      hasStrayFill: own('fills').some(isStray) || (late !== undefined && !listed.includes(late)),
      held: watched.map((one) => this.#held(one)),
    }
  }

  /** What the account shows that it holds of a leg. */
  #held({ market, symbol }: HeldLeg): string {
    const watched = this.#legs.find((leg) => leg.market === market && leg.symbol === symbol) as TradeLeg
    return exactText(this.#shown('holding').reduce((sum, one) => add(sum, moveOf(one, watched)), START))
  }

  /** Everything that was carried out, as results of orders. */
  results(): readonly { readonly kept: Kept; readonly result: OrderResult }[] {
    return this.kept
      .filter(({ time }) => time <= this.#clock.now())
      .map((kept) => {
        const { filled, value, fees } = fillOf(kept)
        const fee = (of: 'base' | 'quote') => fees.find((one) => one.of === of)?.amount ?? '0'
        return { kept, result: { kind: 'done', filled, value, feeBase: fee('base'), feeQuote: fee('quote') } }
      })
  }

  #shown(place: Place): readonly Kept[] {
    const now = this.#clock.now()
    const isShown = ({ time, fate }: Kept) => time + fate.hiddenMs[place] <= now
    if (place !== 'holding') return this.kept.filter(isShown)
    // A balance that lags is one of an earlier moment: what it lacks and all that came later.
    const done = this.kept.filter(({ time }) => time <= now).toSorted((one, two) => one.time - two.time)
    const firstLacking = done.findIndex((one) => !isShown(one))
    return firstLacking === -1 ? done : done.slice(0, firstLacking)
  }

  /** The end of a ban, where the exchange tells it; null while the exchange answers. */
  #away(): { readonly until?: number } | null {
    const now = this.#clock.now()
    const found = this.#aways.find(
      ({ beganAt, fromMs, forMs }) => now >= beganAt + fromMs && now < beganAt + fromMs + forMs,
    )
    if (found === undefined) return null
    return found.isBan ? { until: found.beganAt + found.fromMs + found.forMs } : {}
  }
}

const LOST = { kind: 'unknown', why: 'timeout' } as const
/** Held before the trade, of each asset and position. */
const START = ratio(1_000n)
const TENTH = ratio(1n, 10n)

/** A fill in whole lots, at the limit; of purchases on spot the fee is taken in the coin. */
function fillOf({ order, leg, id, fate, isCancelled }: Kept): OrderFill {
  const lot = ratioOfText(leg.lot_step ?? '0.1')
  const wanted = multiply(ratioOfText(order.quantity), multiply(ratio(BigInt(fate.tenths)), TENTH))
  const lots = isCancelled ? 0n : (wanted.n * lot.d) / (wanted.d * lot.n)
  const filled = multiply(ratio(lots), lot)
  const value = multiply(filled, ratioOfText(order.limit ?? leg.limit))
  const isInBase = order.side === 'buy' && order.market === 'spot'
  const fee = multiply(isInBase ? filled : value, ratioOfText(leg.fee))
  return {
    orderId: id,
    filled: exactText(filled),
    value: exactText(value),
    fees: [{ asset: null, amount: exactText(fee), of: isInBase ? 'base' : 'quote' }],
  }
}

/** What an order moved of a leg's base, or of its position. */
function moveOf(kept: Kept, watched: TradeLeg): Ratio {
  const { leg, order } = kept
  if (leg.market !== watched.market) return ZERO
  const { filled, value, fees } = fillOf(kept)
  const feeOf = (side: 'base' | 'quote') => ratioOfText(fees.find(({ of }) => of === side)?.amount ?? '0')
  const [units, money] = [ratioOfText(filled), ratioOfText(value)]
  const minus = (one: Ratio) => subtract(ZERO, one)
  if (leg.market === 'perp') return leg.symbol !== watched.symbol ? ZERO : order.side === 'buy' ? units : minus(units)
  const isBuy = order.side === 'buy'
  if (leg.base === watched.base) return subtract(isBuy ? units : minus(units), feeOf('base'))
  if (leg.quote === watched.base) return subtract(isBuy ? minus(money) : money, feeOf('quote'))
  return ZERO
}
