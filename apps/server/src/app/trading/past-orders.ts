import { nextStep, type SentOrder, type TradeLeg, type TradeOrder } from '@makas/domain'
import type { OrderLookup, OrderVault } from '../ports/trading/order-vault.ts'
import { AGREED_ROUNDS, ARRIVED_MS } from './certainty.ts'
import { clientIdOf, orderNumberOf } from './client-ids.ts'
import { heededWait } from './heeded-wait.ts'
import { resultOf } from './order-results.ts'
import { agrees, isOutOfReach, type TrailParts, trailOf } from './order-trails.ts'

type Decided = Extract<OrderLookup, { kind: 'done' | 'refused' }>

/** All orders that were sent for a restored trade, as its exchanges agree. */
export type Past = {
  /** Decided orders by client id. An order that is missing never came about. */
  readonly decided: ReadonlyMap<string, Decided>
  /** Number of the last order that was sent; -1 without any. */
  readonly last: number
}

type Parts = TrailParts & {
  readonly vault: Pick<OrderVault, 'orderTrail' | 'findOrder'>
  readonly isStopping: () => boolean
  /** Called once, when the trade has to be held. */
  readonly onHeld: () => void
}

/**
 * Interval of the questions about a held trade, ms: everything that was sent earlier has arrived before the first
 * question.
 */
const AGAIN_MS = 60_000
/** Most orders in a row that a busy exchange refuses before a leg's next one is filled. */
const MOST_IN_VAIN = 3
/**
 * How long records may contradict each other, ms. An exchange that does not answer is asked for as long as it takes.
 */
const CONTRADICTION_MS = 6 * 3_600_000

/**
 * Reads what was sent for a restored trade after its copy was made: each order of the trade that its exchanges list,
 * while accounts hold what these orders leave. The trade is held until they agree. `unclear`: the records cannot agree,
 * a connection is gone, or the trade is older than what exchanges list. Null: the server stops.
 */
export async function pastOf(parts: Parts): Promise<Past | 'unclear' | null> {
  const { clock, isStopping, onHeld, trade } = parts
  let [contradictedSince, agreed, isHeld]: [number | null, number, boolean] = [null, 0, false]
  await heededWait(clock, isStopping, ARRIVED_MS)
  while (!isStopping()) {
    if (isOutOfReach(parts)) return 'unclear'
    const past = await readPast(parts)
    if (past === 'no-key') return 'unclear'
    agreed = typeof past === 'string' ? 0 : agreed + 1
    if (typeof past !== 'string' && agreed === AGREED_ROUNDS) return past
    if (past === 'contradiction') {
      // Nobody read what the accounts held before: nothing can show that they hold what they should.
      if (trade.held === null) return 'unclear'
      contradictedSince ??= clock.now()
      if (clock.now() - contradictedSince > CONTRADICTION_MS) return 'unclear'
    }
    if (agreed === 0 && !isHeld) {
      isHeld = true
      onHeld()
    }
    await heededWait(clock, isStopping, AGAIN_MS)
  }
  return null
}

/** Why the past is not known yet. */
type Untold = 'no-key' | 'unread' | 'contradiction'

async function readPast(parts: Parts): Promise<Past | Untold> {
  const { trade } = parts
  const trails = await Promise.all(trade.plan.legs.map((_, leg) => trailOf(parts, leg, null)))
  const listed = new Map<number, { readonly leg: number; readonly side: 'buy' | 'sell' }>()
  for (const [leg, trail] of trails.entries()) {
    if (trail === null) return 'no-key'
    if (trail.kind === 'unread') return 'unread'
    if (trail.hasStrayFill) return 'contradiction'
    for (const { clientId, side } of trail.orders) {
      const number = orderNumberOf(trade.id, clientId)
      if (number !== null) listed.set(number, { leg, side })
    }
  }
  const told = await new Replay(parts, listed).toItsEnd()
  if (typeof told === 'string') return told
  const isAgreed = trails.every((trail, leg) => trail?.kind === 'read' && agrees(trade, told.orders, leg, trail.held))
  return isAgreed ? told.past : 'contradiction'
}

/** Goes through the orders of a trade as its run gives them, and asks its exchange for each by its client id. */
class Replay {
  readonly #parts: Parts
  /** What lists of exchanges name, by the number of the order. */
  readonly #listed: ReadonlyMap<number, { readonly leg: number; readonly side: 'buy' | 'sell' }>
  readonly #decided = new Map<string, Decided>()
  readonly #orders: SentOrder[] = []
  #last = -1

  constructor(parts: Parts, listed: ReadonlyMap<number, { readonly leg: number; readonly side: 'buy' | 'sell' }>) {
    this.#parts = parts
    this.#listed = listed
  }

  async toItsEnd(): Promise<{ readonly past: Past; readonly orders: readonly SentOrder[] } | Untold> {
    const { plan, orders } = this.#parts.trade
    for (const order of orders) {
      const number = this.#orders.length
      this.#last = number
      const untold = await this.#take(order, order.result ?? (await this.#find(order, number)))
      if (untold !== null) return untold
    }
    for (;;) {
      const step = nextStep(plan, this.#orders)
      if (step.kind === 'wait') return 'contradiction'
      const first = this.#orders.length
      const found: Found[] = []
      for (const [at, order] of (step.kind === 'order' ? step.orders : []).entries())
        found.push(await this.#find(order, first + at))
      const isAny = found.some((one) => one !== 'absent')
      const isOver =
        step.kind === 'end' || (!isAny && step.orders.every(isUnwind) && !(await this.#isLater(step.orders)))
      // Every listed order belongs to the run, else it is no run of the same plan.
      if (isOver && [...this.#listed.keys()].some((number) => number >= first)) return 'contradiction'
      if (isOver) return { past: { decided: this.#decided, last: this.#last }, orders: this.#orders }
      for (const [at, order] of step.orders.entries()) {
        const one = found[at] ?? 'absent'
        if (one !== 'absent') this.#last = first + at
        const untold = await this.#take(order, one)
        if (untold !== null) return untold
      }
    }
  }

  async #take(order: TradeOrder, found: Found | SentOrder['result']): Promise<Untold | null> {
    if (found === 'unread' || found === 'contradiction' || found === 'no-key') return found
    const { leg, purpose, side, quantity, limit } = order
    this.#orders.push({ leg, purpose, side, quantity, limit, result: found === 'absent' ? { kind: 'refused' } : found })
    return null
  }

  /** Whether a later order was sent: an exchange knows nothing of an order that it refused because it was busy. */
  async #isLater(orders: readonly TradeOrder[]): Promise<boolean> {
    const first = this.#orders.length
    if ([...this.#listed.keys()].some((number) => number >= first)) return true
    for (const order of orders)
      for (let number = first + 1; number <= first + MOST_IN_VAIN; number++)
        if ((await this.#find(order, number)) !== 'absent') return true
    return false
  }

  /** The result of an order by its number; `absent`: its exchange has no such order. */
  async #find(order: TradeOrder, number: number): Promise<Found> {
    const { trade, keys, vault } = this.#parts
    const { leg, side, quantity, limit } = order
    const [terms, seen] = [trade.plan.legs[leg] as TradeLeg, this.#listed.get(number)]
    // Orders of a step have their numbers by their turn, so that another leg has another order.
    if (seen !== undefined && (seen.leg !== leg || seen.side !== side)) return 'contradiction'
    const key = await keys.find(trade.userId, trade.keys[leg]?.recordId ?? '')
    if (key === null) return 'no-key'
    const clientId = clientIdOf(trade.id, number)
    const { market, symbol } = terms
    const wire = { clientId, market, symbol, side, quantity, limit, reduceOnly: false, isUnwind: isUnwind(order) }
    const answer = await vault.findOrder(key.key, key.sealed, wire)
    if (answer.kind === 'not-found') return seen === undefined ? 'absent' : 'contradiction'
    if (answer.kind === 'accepted') return 'contradiction'
    if (answer.kind === 'unknown') return 'unread'
    this.#decided.set(clientId, answer)
    return answer.kind === 'done' ? resultOf(terms, answer.fill) : { kind: 'refused' }
  }
}

type Found = NonNullable<SentOrder['result']> | 'absent' | Untold

const isUnwind = ({ purpose }: TradeOrder): boolean => purpose === 'unwind'
