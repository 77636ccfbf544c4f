import {
  type ExchangeId,
  nextStep,
  type SentOrder,
  type TradeLeft,
  type TradeLeg,
  type TradeOrder,
  type TradeOutcome,
  type TradeStep,
  tradeLeft,
} from '@makas/domain'
import type { Clock } from '../ports/system/clock.ts'
import type { KeyStore, KeyWithSecret } from '../ports/trading/key-store.ts'
import type { ExchangeOrder, OrderAnswer, OrderLookup, OrderVault } from '../ports/trading/order-vault.ts'
import type { OrderUpdate, StoredOrder, Trade } from '../ports/trading/trades.ts'
import { AGREED_ROUNDS, ARRIVED_MS } from './certainty.ts'
import { clientIdOf } from './client-ids.ts'
import { heededWait } from './heeded-wait.ts'
import { resultOf } from './order-results.ts'
import { agrees, trailOf } from './order-trails.ts'
import type { Past } from './past-orders.ts'

/** Writes of a run; false: another process has taken over. */
type RunNotes = {
  /** `known`: the orders stored before. */
  readonly give: (known: readonly StoredOrder[], orders: readonly StoredOrder[]) => Promise<boolean>
  readonly accept: (clientId: string, orderId: string) => Promise<boolean>
  readonly note: (clientId: string, update: OrderUpdate) => Promise<boolean>
  /** `left`: null where nobody can tell. */
  readonly end: (outcome: TradeOutcome, left: readonly TradeLeft[] | null, at: number) => Promise<boolean>
}

type Options = {
  readonly trade: Trade
  readonly keys: Pick<KeyStore, 'find'>
  readonly vault: Pick<OrderVault, 'placeOrder' | 'findOrder' | 'orderTrail'>
  readonly clock: Clock
  readonly notes: RunNotes
  /** What was sent for a restored trade, which itself sends nothing; null: the trade was not restored. */
  readonly past: Past | null
  /** Called once for an order whose outcome is not settled within `ALARM_MS`. */
  readonly onUnsettled: (clientId: string) => void
  /** Once true, no order is begun; orders under way are looked up after the next start. */
  readonly isStopping: () => boolean
}

/** Deadline for sending a stored order, ms; later it is not sent at all. */
const SEND_WITHIN_MS = 5_000
/** Time after which an order of unknown outcome is an alarm, ms. */
const ALARM_MS = 120_000
/** Largest age of a plan whose first order is still sent, ms: its books are outdated afterwards. */
const BEGUN_WITHIN_MS = 60_000
/** How long an order of unknown outcome is looked up, ms. */
const GIVE_UP_MS = 6 * 3_600_000
/** Waits between look-ups, ms; the last waits are long, since exchanges limit calls about history. */
const ASK_AGAIN_MS = [250, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 20_000, 60_000]
/**
 * Waits before an unwind order, ms, after the first order of its leg that the exchange was too busy for, and after a
 * later one. Without waits the few tries of a leg are over within a second. Binance counts calls by the minute, the
 * others by seconds (docs/exchanges). The first wait is short, since prices move while something is left.
 */
const BUSY_WAITS_MS = [10_000, 60_000]

/** Runs one trade from its stored state to its end; each order is stored before it is sent. */
export class TradeRun {
  readonly #options: Options
  #orders: readonly StoredOrder[]
  /** End of the last ban that each exchange told, epoch ms. */
  readonly #bannedUntil = new Map<ExchangeId, number>()
  /** Client ids of the orders that this process sent: their `sentAt` is by its own clock. */
  readonly #ownOrders = new Set<string>()
  /**
   * The trade was begun before, by this process or another, or comes from a restored copy: exchanges may know orders
   * that our storage lacks.
   */
  readonly #isTakenUp: boolean

  constructor(options: Options) {
    this.#options = options
    this.#isTakenUp = options.trade.orders.length > 0
    this.#orders = options.trade.orders
  }

  /** Runs the trade; returns its outcome, or null where it has to be taken up again. */
  async toItsEnd(): Promise<TradeOutcome | null> {
    const { trade, isStopping } = this.#options
    while (!isStopping()) {
      const step = this.#next()
      const left = () => tradeLeft(trade.plan, this.#orders.map(sentOrder))
      if (step.kind === 'end') return this.#end(step.outcome, left())
      if (step.kind === 'order' && this.#isUnsent(step.orders)) return this.#end('open', left())
      const isOurs = step.kind === 'order' ? await this.#send(step.orders) : await this.#lookUp()
      if (!isOurs) return null
    }
    return null
  }

  /**
   * Ends a trade that cannot be run; its owner has to close what is left at the exchanges. Null: another process has
   * taken over.
   */
  async giveUp(): Promise<TradeOutcome | null> {
    for (const order of this.#orders.filter(({ state }) => state === 'sending'))
      if (!(await this.#note(order, unknownOutcome(order)))) return null
    // The fault may be in the account itself.
    return this.#end('open', null)
  }

  async #end(outcome: TradeOutcome, left: readonly TradeLeft[] | null): Promise<TradeOutcome | null> {
    const { clock, notes } = this.#options
    return (await notes.end(outcome, left, clock.now())) ? outcome : null
  }

  #next(): TradeStep {
    const { trade, clock, past } = this.#options
    const isAny = (wanted: StoredOrder['state']) => this.#orders.some(({ state }) => state === wanted)
    // Orders that can still be looked up come first.
    if (isAny('unknown') && !isAny('sending')) return { kind: 'end', outcome: 'open' }
    const isLate = past === null && this.#orders.length === 0 && clock.now() - trade.startedAt > BEGUN_WITHIN_MS
    return isLate ? { kind: 'end', outcome: 'missed' } : nextStep(trade.plan, this.#orders.map(sentOrder))
  }

  /**
   * Whether a restored trade would have to send these orders to take back what is left. It sends nothing: the server
   * from which the copy came may still run.
   */
  #isUnsent(orders: readonly TradeOrder[]): boolean {
    const { past } = this.#options
    return past !== null && this.#orders.length > past.last && orders.some(({ purpose }) => purpose === 'unwind')
  }

  /**
   * The wait before orders, ms, where their exchange was too busy to take back what is left, or has banned us. Opening
   * orders never wait.
   */
  #busyFor(orders: readonly TradeOrder[]): number {
    const waits = orders.map((order) => {
      const { leg, purpose } = order
      const ban = purpose === 'unwind' ? this.#banEnd(order) - this.#options.clock.now() : 0
      const before = this.#orders.filter((one) => one.leg === leg && one.purpose === 'unwind')
      const last = before.at(-1)
      if (purpose === 'open' || last?.refusal !== 'busy' || last.doneAt === null) return ban
      const times = before.filter(({ refusal }) => refusal === 'busy').length
      const wait = BUSY_WAITS_MS[Math.min(times, BUSY_WAITS_MS.length) - 1] as number
      // What is left of the wait after a restart; the clock of `doneAt` may be off by any time.
      return Math.max(ban, Math.min(wait, last.doneAt + wait - this.#options.clock.now()))
    })
    return Math.max(0, ...waits)
  }

  /** End of the ban that the exchange of an order told last, epoch ms; 0 without one. */
  #banEnd(order: TradeOrder): number {
    return this.#bannedUntil.get(this.#legOf(order).exchange) ?? 0
  }

  async #send(orders: readonly TradeOrder[]): Promise<boolean> {
    const { trade, clock, notes, isStopping, past } = this.#options
    if (past === null) await this.#wait(this.#busyFor(orders))
    if (isStopping()) return false
    const named = orders.map((order, at) => ({ ...order, clientId: clientIdOf(trade.id, this.#orders.length + at) }))
    const before = await Promise.all(
      named.map((order) => (this.#isTakenUp && past === null ? this.#sentBefore(order) : null)),
    )
    const kept = named.map(
      (order): StoredOrder => ({
        ...order,
        state: 'sending',
        refusal: null,
        result: null,
        fees: [],
        orderId: null,
        sentAt: clock.now(),
        doneAt: null,
      }),
    )
    if (!(await notes.give(this.#orders, kept))) return false
    this.#orders = [...this.#orders, ...kept]
    for (const { clientId } of kept) this.#ownOrders.add(clientId)
    const noted = await Promise.all(
      kept.map((order, at) => {
        const known = before[at] ?? null
        return known === null ? this.#place(order) : this.#take(order, known)
      }),
    )
    return noted.every((isOurs) => isOurs)
  }

  /**
   * What the exchange says of an order that a process may have sent without its record being left; null: the exchange
   * does not know the order, and it may be sent. Where nobody can say, the order counts as sent and is looked up.
   */
  async #sentBefore(order: TradeOrder & { readonly clientId: string }): Promise<OrderAnswer | null> {
    const key = await this.#keyOf(order)
    if (key === null) return null
    const found = await this.#options.vault.findOrder(key.key, key.sealed, this.#wire(order))
    return found.kind === 'not-found' ? null : found
  }

  async #place(order: StoredOrder): Promise<boolean> {
    if (this.#options.past !== null) return this.#recall(order, this.#options.past)
    const key = await this.#keyOf(order)
    if (key === null) return this.#note(order, { ...NOTHING, state: 'refused', refusal: 'key', result: REFUSED })
    const { vault, clock } = this.#options
    const withinMs = order.sentAt + SEND_WITHIN_MS - clock.now()
    return this.#take(order, await vault.placeOrder(key.key, key.sealed, this.#wire(order), withinMs))
  }

  /** Takes the result of a restored trade's order on which the exchanges agreed. */
  #recall(order: StoredOrder, { decided }: Past): Promise<boolean> {
    const answer = decided.get(order.clientId)
    return answer === undefined ? this.#noteAbsence(order) : this.#take(order, answer)
  }

  #noteAbsence(order: StoredOrder): Promise<boolean> {
    return this.#note(order, { ...NOTHING, state: 'refused', refusal: 'never-arrived', result: REFUSED })
  }

  /** Looks up orders of unknown outcome, also orders of a former process. */
  async #lookUp(): Promise<boolean> {
    const open = this.#orders.filter(({ state }) => state === 'sending')
    const noted = await Promise.all(open.map((order) => this.#findOut(order)))
    return noted.every((isOurs) => isOurs)
  }

  async #findOut(sent: StoredOrder): Promise<boolean> {
    const { vault, clock, isStopping, past, onUnsettled } = this.#options
    if (past !== null) return this.#recall(sent, past)
    const beganAt = clock.now()
    let [order, agreed, isAlarmed] = [sent, 0, false]
    // Another process's clock wrote the `sentAt` of its order, and may be off by any time.
    const sentAt = this.#ownOrders.has(order.clientId) ? order.sentAt : beganAt
    for (let round = 0; !isStopping(); round++) {
      const key = await this.#keyOf(order)
      // During a ban nobody is asked: its time does not count.
      const isLate = clock.now() - Math.max(beganAt, this.#banEnd(order)) > GIVE_UP_MS
      if (key === null || isLate) return this.#note(order, unknownOutcome(order))
      const askedAt = clock.now()
      const answer = await vault.findOrder(key.key, key.sealed, this.#wire(order))
      if (!(await this.#take(order, answer))) return false
      if (answer.kind === 'done' || answer.kind === 'refused') return true
      const isOld = answer.kind === 'not-found' && order.orderId === null && askedAt - sentAt > ARRIVED_MS
      const absence = isOld ? await this.#absence(order) : 'unsure'
      if (absence === 'lost') return false
      agreed = absence === 'agreed' ? agreed + 1 : 0
      if (agreed === AGREED_ROUNDS) return this.#noteAbsence(order)
      if (!isAlarmed && clock.now() - beganAt > ALARM_MS) {
        isAlarmed = true
        onUnsettled(order.clientId)
      }
      // An acceptance was added to the order.
      order = this.#orders.find(({ clientId }) => clientId === sent.clientId) ?? order
      await this.#wait(ASK_AGAIN_MS[Math.min(round, ASK_AGAIN_MS.length - 1)] as number)
    }
    return true
  }

  /**
   * Whether all that the exchange has agrees that an order never came about: its cancellation, open orders, order
   * history, fills and what the account holds. An order that a list names is stored as accepted. `lost`: another
   * process has taken over.
   */
  async #absence(order: StoredOrder): Promise<'agreed' | 'unsure' | 'lost'> {
    const { trade } = this.#options
    const trail = await trailOf(this.#options, order.leg, order.clientId)
    if (trail === null) return 'unsure'
    if (trail.kind === 'unread') {
      this.#heard(order, trail.until ?? 0)
      return 'unsure'
    }
    const listed = trail.orders.find(({ clientId }) => clientId === order.clientId)
    if (listed !== undefined) return (await this.#accept(order, listed.orderId)) ? 'unsure' : 'lost'
    return !trail.hasStrayFill && agrees(trade, this.#orders, order.leg, trail.held) ? 'agreed' : 'unsure'
  }

  #wait(ms: number): Promise<void> {
    return heededWait(this.#options.clock, this.#options.isStopping, ms)
  }

  /** Remembers the end of a ban, epoch ms, of an order's exchange. */
  #heard(order: TradeOrder, until: number): void {
    this.#bannedUntil.set(this.#legOf(order).exchange, Math.max(this.#banEnd(order), until))
  }

  async #take(order: StoredOrder, answer: OrderLookup): Promise<boolean> {
    if ('until' in answer) this.#heard(order, answer.until ?? 0)
    if (answer.kind === 'done') {
      const { orderId, fees } = answer.fill
      const leg = this.#legOf(order)
      const result = resultOf(leg, answer.fill)
      return this.#note(order, {
        state: 'done',
        refusal: null,
        orderId,
        fees: fees.map(({ asset, amount, of }) => ({ asset: asset ?? (of === 'base' ? leg.base : leg.quote), amount })),
        result,
      })
    }
    if (answer.kind === 'refused')
      return this.#note(order, { ...NOTHING, state: 'refused', refusal: answer.why, result: REFUSED })
    // The order stays in `sending`, and is looked up.
    return answer.kind === 'accepted' && order.orderId === null ? this.#accept(order, answer.orderId) : true
  }

  /** Stores an acceptance before the order is looked up, so that it also holds after a restart. */
  async #accept({ clientId }: StoredOrder, named: string | null): Promise<boolean> {
    const orderId = named ?? clientId
    if (!(await this.#options.notes.accept(clientId, orderId))) return false
    this.#orders = this.#orders.map((one) => (one.clientId === clientId ? { ...one, orderId } : one))
    return true
  }

  async #note(order: StoredOrder, news: Untimed<OrderUpdate>): Promise<boolean> {
    const { clock, notes } = this.#options
    const known: OrderUpdate = { ...news, doneAt: clock.now() }
    if (!(await notes.note(order.clientId, known))) return false
    this.#orders = this.#orders.map((one) => (one.clientId === order.clientId ? { ...one, ...known } : one))
    return true
  }

  #legOf({ leg }: TradeOrder): TradeLeg {
    const found = this.#options.trade.plan.legs[leg]
    if (found === undefined) throw new RangeError('an order has a leg')
    return found
  }

  /** The key that pays for an order's leg; null: the connection is gone. */
  #keyOf({ leg }: TradeOrder): Promise<KeyWithSecret | null> {
    const { keys, trade } = this.#options
    const key = trade.keys[leg]
    return key === undefined ? Promise.resolve(null) : keys.find(trade.userId, key.recordId)
  }

  #wire(order: TradeOrder & { readonly clientId: string }): ExchangeOrder {
    const { market, symbol } = this.#legOf(order)
    const { clientId, side, quantity, limit, purpose } = order
    const isUnwind = purpose === 'unwind'
    return { clientId, market, symbol, side, quantity, limit, reduceOnly: market === 'perp' && isUnwind, isUnwind }
  }
}

type Untimed<T> = T extends unknown ? Omit<T, 'doneAt'> : never

const REFUSED = { kind: 'refused' } as const
const NOTHING = { fees: [], orderId: null } as const
const unknownOutcome = ({ orderId }: StoredOrder) =>
  ({ fees: [], orderId, state: 'unknown', refusal: null, result: null }) as const

const sentOrder = ({ leg, purpose, side, quantity, limit, result }: StoredOrder): SentOrder => ({
  leg,
  purpose,
  side,
  quantity,
  limit,
  result,
})
