import type { ExchangeId } from '@makas/domain'
import type { Clock } from '../../../../app/ports/system/clock.ts'
import type {
  CallFailure,
  HeldLeg,
  HoldingsAnswer,
  KeyMaterial,
  KeyRefusal,
  KeyWorld,
  OrderObstacle,
  PreparedAnswer,
  WantedOrder,
} from '../../../../app/ports/trading/key-vault.ts'
import type {
  ExchangeOrder,
  OrderAnswer,
  OrderLookup,
  OrderRefusal,
  TrailAnswer,
  TrailWish,
} from '../../../../app/ports/trading/order-vault.ts'
import { type Ask, CallRefusal, part } from '../account-api.ts'
import { type Asker, type Askers, TooLate } from '../askers.ts'
import type { Call } from '../signer.ts'
import { BINANCE_ORDERS } from './binance-orders.ts'
import { BYBIT_ORDERS } from './bybit-orders.ts'
import { KRAKEN_ORDERS } from './kraken-orders.ts'
import { OKX_ORDERS } from './okx-orders.ts'
import type { OrderApi, OrderCalls } from './order-api.ts'
import { heldOf, trailOf } from './order-trails.ts'

const ORDER_APIS: Readonly<Record<ExchangeId, OrderApi>> = {
  binance: BINANCE_ORDERS,
  okx: OKX_ORDERS,
  bybit: BYBIT_ORDERS,
  kraken: KRAKEN_ORDERS,
}

/**
 * Waits before each look at an order, ms. An order is usually decided within moments; else a later call looks it up
 * again.
 */
const LOOKS_MS = [0, 100, 200, 400, 800, 1_500]

/** Runs a look when its turn comes; `unreachable`: there is no room for the look. */
export type InTurn = <T>(look: () => Promise<T>) => Promise<T | { readonly kind: 'unreachable'; readonly why: 'busy' }>

/** Sends orders and looks them up, each with one key. */
export class Orders {
  readonly #askers: Askers
  readonly #clock: Clock

  constructor(askers: Askers, clock: Clock) {
    this.#askers = askers
    this.#clock = clock
  }

  /**
   * Sends an order once, by `sendBy` or never; `unknown` without certain evidence. It looks nothing up, so that an
   * acceptance is told at once and can be stored.
   */
  async place(world: KeyWorld, material: KeyMaterial, order: ExchangeOrder, sendBy: number): Promise<OrderAnswer> {
    const api = ORDER_APIS[world.exchange]
    const asker = this.#askers.of(world, material)
    let call: Call
    try {
      await asker.knowTime()
      call = { ...(await api.placing(order, asker.ask)), sendBy }
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error
      // The order was not sent yet.
      return { kind: 'refused', why: refusalOf(error.failure) ?? 'busy', ...untilOf(error.failure) }
    }
    try {
      const reply = await asker.reply(call)
      // Refusals of duplicates do not name the order.
      if (api.isDuplicate(reply)) return { kind: 'accepted', orderId: null }
      const why = api.refusal(reply)
      if (why !== null) return { kind: 'refused', why }
      const judged = asker.api.judge(reply)
      return judged.kind === 'said' ? placed(api, judged.value, order) : undecided(judged)
    } catch (error) {
      if (error instanceof TooLate) return { kind: 'refused', why: 'busy' }
      if (!(error instanceof CallRefusal)) throw error
      return undecided(error.failure)
    }
  }

  /** Makes an account ready for an order, or tells what keeps the account from it. */
  async prepare(world: KeyWorld, material: KeyMaterial, wanted: WantedOrder, isLook: boolean): Promise<PreparedAnswer> {
    const { ask, reply } = this.#askers.of(world, material, isLook)
    try {
      const api = ORDER_APIS[world.exchange]
      const why = (await fullOrHeld(api, world, wanted, ask)) ?? (await prepared(api, wanted, { ask, reply }, isLook))
      return why === null ? { kind: 'ready' } : { kind: 'obstacle', why }
    } catch (error) {
      if (error instanceof CallRefusal) return error.failure
      throw error
    }
  }

  /** Reads what an account holds of each leg. */
  holdings(
    world: KeyWorld,
    material: KeyMaterial,
    legs: readonly HeldLeg[],
    lane: 'order' | 'question',
  ): Promise<HoldingsAnswer> {
    return part(heldOf(ORDER_APIS[world.exchange], this.#askers.of(world, material, lane === 'question'), legs))
  }

  /** Cancels an order where the wish names one, and reads all that the exchange has of an instrument. */
  async trail(world: KeyWorld, material: KeyMaterial, wish: TrailWish): Promise<TrailAnswer> {
    const api = ORDER_APIS[world.exchange]
    const asker = this.#askers.of(world, material)
    try {
      return await trailOf(api, asker, callsOf(api, asker), wish)
    } catch (error) {
      if (error instanceof CallRefusal) return unreadAfter(error.failure)
      throw error
    }
  }

  /**
   * Looks up an order that may have been sent before, several times until its result is there. Each look is a turn of
   * its own, so that the waits between looks keep nobody else from the exchange.
   */
  async find(world: KeyWorld, material: KeyMaterial, order: ExchangeOrder, inTurn: InTurn): Promise<OrderLookup> {
    const api = ORDER_APIS[world.exchange]
    const calls = callsOf(api, this.#askers.of(world, material))
    let seen: OrderLookup = { kind: 'not-found' }
    try {
      for (const waitMs of LOOKS_MS) {
        if (waitMs > 0) await new Promise<void>((resolve) => this.#clock.after(waitMs, resolve))
        const report = await inTurn(() => api.lookUp(order, calls))
        if (report.kind === 'unreachable') throw new CallRefusal(report)
        if (report.kind === 'done' || report.kind === 'refused') return report
        // An order that was seen once was taken, even if the next list lacks it.
        if (report.kind === 'resting') seen = { kind: 'accepted', orderId: report.orderId }
      }
      return seen
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error
      return seen.kind === 'accepted' ? seen : unknownAfter(error.failure)
    }
  }
}

const unreadAfter = (failure: CallFailure): TrailAnswer => {
  const { why, until } = unknownAfter(failure)
  return { kind: 'unread', why, ...(until === undefined ? {} : { until }) }
}

/** What already stands at the exchange and keeps an account from one more order. */
async function fullOrHeld(
  api: OrderApi,
  { isDemo }: KeyWorld,
  wanted: WantedOrder,
  ask: Ask,
): Promise<OrderObstacle | null> {
  const most = wanted.maxOpenOrders ?? api.maxOpenOrders
  if (most !== null && (await api.countOpen(wanted, ask, most)) >= most) return 'open-orders'
  // Nobody can close a position of the demo market, whose accounts users share.
  const held = wanted.market === 'perp' && !isDemo ? await api.positions(wanted.symbol, ask) : []
  return held.some(({ mantissa }) => mantissa !== 0n) ? 'position' : null
}

const prepared = (api: OrderApi, wanted: WantedOrder, ...rest: [Pick<Asker, 'ask' | 'reply'>, boolean]) =>
  wanted.market === 'perp' ? api.prepare(wanted, ...rest) : null

const callsOf = (api: OrderApi, { ask, reply, api: account }: Asker): OrderCalls => ({
  ask,
  askAbout: async (call) => {
    const answer = await reply(call)
    if (api.isUnknown(answer)) return null
    const judged = account.judge(answer)
    if (judged.kind !== 'said') throw new CallRefusal(judged)
    return judged.value
  },
})

function placed(api: OrderApi, said: unknown, order: ExchangeOrder): OrderAnswer {
  try {
    const report = api.readPlaced(said, order)
    return report.kind === 'resting' ? { kind: 'accepted', orderId: report.orderId } : report
  } catch (error) {
    if (!(error instanceof CallRefusal)) throw error
    // Whatever cannot be read in it, the answer says that the order was taken.
    return { kind: 'accepted', orderId: null }
  }
}

const unknownAfter = (failure: CallFailure): Extract<OrderAnswer, { kind: 'unknown' }> => ({
  kind: 'unknown',
  why: failure.kind === 'unreachable' ? failure.why : 'unreadable',
  ...untilOf(failure),
})

const untilOf = (failure: CallFailure): { readonly until?: number } =>
  failure.kind === 'unreachable' && failure.until !== undefined ? { until: failure.until } : {}

/** The answer after a failed placing call: refused where the exchange certainly did nothing, else unknown. */
function undecided(failure: CallFailure): OrderAnswer {
  const why = refusalOf(failure)
  return why === null ? unknownAfter(failure) : { kind: 'refused', why, ...untilOf(failure) }
}

/** Refusals of a valid key that hold for a time only. */
const PASSING: readonly KeyRefusal[] = ['clock', 'nonce', 'locked']

/** The refusal that a failure means; null where the order may have been carried out. */
function refusalOf(failure: CallFailure): OrderRefusal | null {
  if (failure.kind === 'refused') {
    if (failure.why === 'permission' || failure.why === 'other') return failure.why
    return PASSING.includes(failure.why) ? 'busy' : 'key'
  }
  // The exchange rejects such calls before reading them.
  return failure.why === 'rate-limited' || failure.why === 'blocked' ? 'busy' : null
}
