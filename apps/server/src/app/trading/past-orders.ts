import type { OrderResult, TradeLeg } from '@makas/domain'
import type { OrderLookup, OrderVault } from '../ports/trading/order-vault.ts'
import type { StoredOrder } from '../ports/trading/trades.ts'
import { orderNumberOf } from './client-ids.ts'
import { heededWait } from './heeded-wait.ts'
import { resultOf } from './order-results.ts'
import { agrees, type TrailParts, trailOf } from './order-trails.ts'

/** An order that an exchange has decided. */
type Decided = Extract<OrderLookup, { kind: 'done' | 'refused' }>

/** All orders that were sent for a restored trade, as its exchanges agree. */
export type Past = {
  /** By client id; an order that is not here never came about. */
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

/** Interval of the questions about a held trade, ms. */
const AGAIN_MS = 60_000
/** How long records may contradict each other, ms; an exchange that cannot be asked is asked for as long as it takes. */
const CONTRADICTION_MS = 6 * 3_600_000

/**
 * Reads what was sent for a restored trade after its copy was made: each order of the trade that its exchanges list,
 * while accounts hold what these orders leave. The trade is held until then. `unclear`: the records cannot agree, or
 * a connection is gone. Null: the server stops.
 */
export async function pastOf(parts: Parts): Promise<Past | 'unclear' | null> {
  const { clock, isStopping, onHeld, trade } = parts
  let contradictedSince: number | null = null
  for (let round = 0; !isStopping(); round++) {
    const past = await readPast(parts)
    if (typeof past !== 'string') return past
    if (past === 'no-key') return 'unclear'
    if (past === 'contradiction') {
      // What the accounts held before was never read: nothing can show that they hold what they should.
      if (trade.held === null) return 'unclear'
      contradictedSince ??= clock.now()
      if (clock.now() - contradictedSince > CONTRADICTION_MS) return 'unclear'
    }
    if (round === 0) onHeld()
    await heededWait(clock, isStopping, AGAIN_MS)
  }
  return null
}

async function readPast(parts: Parts): Promise<Past | 'no-key' | 'unread' | 'contradiction'> {
  const { trade } = parts
  const trails = await Promise.all(trade.plan.legs.map((_, leg) => trailOf(parts, leg, null)))
  const decided = new Map<string, Decided>()
  const isDone = (clientId: string) => trade.orders.some((one) => one.clientId === clientId && one.state !== 'sending')
  const orders: Pick<StoredOrder, 'leg' | 'side' | 'result'>[] = [...trade.orders]
  let last = trade.orders.length - 1
  for (const [leg, trail] of trails.entries()) {
    if (trail === null) return 'no-key'
    if (trail.kind === 'unread') return 'unread'
    if (trail.hasStrayFill) return 'contradiction'
    for (const { clientId, side } of trail.orders) {
      const number = orderNumberOf(trade.id, clientId)
      if (number === null || isDone(clientId)) continue
      const answer = await decisionOf(parts, leg, clientId, side)
      if (answer === null) return 'contradiction'
      decided.set(clientId, answer)
      orders.push({ leg, side, result: resultBy(trade.plan.legs[leg] as TradeLeg, answer) })
      last = Math.max(last, number)
    }
  }
  const isAgreed = trails.every((trail, leg) => trail?.kind === 'read' && agrees(trade, orders, leg, trail.held))
  return isAgreed ? { decided, last } : 'contradiction'
}

/** What came of a listed order; null while its exchange does not say. */
async function decisionOf(
  { trade, keys, vault }: Parts,
  leg: number,
  clientId: string,
  side: 'buy' | 'sell',
): Promise<Decided | null> {
  const key = await keys.find(trade.userId, trade.keys[leg]?.recordId ?? '')
  if (key === null) return null
  const { market, symbol, quantity, limit } = trade.plan.legs[leg] as TradeLeg
  // An order is looked up by instrument, side and client id alone.
  const order = { clientId, market, symbol, side, quantity, limit, reduceOnly: false, isUnwind: true }
  const answer = await vault.findOrder(key.key, key.sealed, order)
  return answer.kind === 'done' || answer.kind === 'refused' ? answer : null
}

const resultBy = (leg: TradeLeg, answer: Decided): OrderResult =>
  answer.kind === 'done' ? resultOf(leg, answer.fill) : { kind: 'refused' }
