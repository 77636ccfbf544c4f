import type { ExchangeId } from '@makas/domain'
import type { Clock } from '../../../../app/ports/clock.ts'
import type { CallFailure, KeyMaterial, KeyRefusal, KeyWorld } from '../../../../app/ports/key-vault.ts'
import type { ExchangeOrder, OrderAnswer, OrderLookup, OrderRefusal } from '../../../../app/ports/order-vault.ts'
import { CallRefusal } from '../account-api.ts'
import { type Asker, type Askers, TooLate } from '../askers.ts'
import type { Call } from '../signer.ts'
import { BINANCE_ORDERS } from './binance-orders.ts'
import { BYBIT_ORDERS } from './bybit-orders.ts'
import { KRAKEN_ORDERS } from './kraken-orders.ts'
import { OKX_ORDERS } from './okx-orders.ts'
import type { OrderApi, SeenOrder } from './order-api.ts'

const ORDER_APIS: Readonly<Record<ExchangeId, OrderApi>> = {
  binance: BINANCE_ORDERS,
  okx: OKX_ORDERS,
  bybit: BYBIT_ORDERS,
  kraken: KRAKEN_ORDERS,
}

/** An order that is filled at once or cancelled is decided within moments; after these waits, ms, somebody asks again later. */
const LOOKS_MS = [0, 100, 200, 400, 800, 1_500]

/** Sends orders and looks them up, each with one key. */
export class Orders {
  readonly #askers: Askers
  readonly #clock: Clock

  constructor(askers: Askers, clock: Clock) {
    this.#askers = askers
    this.#clock = clock
  }

  /** Sends an order once, by `sendBy` or never, and waits until it is decided. Whatever was not said for certain is `unknown`. */
  async place(world: KeyWorld, material: KeyMaterial, order: ExchangeOrder, sendBy: number): Promise<OrderAnswer> {
    const api = ORDER_APIS[world.exchange]
    const asker = this.#askers.of(world, material)
    let call: Call
    try {
      await asker.knowTime()
      call = { ...(await api.placing(order, asker.ask)), sendBy }
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error
      // Nothing was sent yet.
      return { kind: 'refused', why: refusalOf(error.failure) ?? 'busy' }
    }
    try {
      const reply = await asker.reply(call)
      if (!api.isDuplicate(reply)) {
        const why = api.refusal(reply)
        if (why !== null) return { kind: 'refused', why }
        const judged = asker.api.judge(reply)
        if (judged.kind !== 'said') return undecided(judged)
        const told = api.told(judged.value, order)
        if (told?.kind === 'done' || told?.kind === 'refused') return told
      }
      const seen = await this.#seen(api, asker, order)
      // It was taken: that it is not found only means that the exchange is behind.
      return seen.kind === 'not-found' ? { kind: 'unknown', why: 'timeout' } : seen
    } catch (error) {
      if (error instanceof TooLate) return { kind: 'refused', why: 'busy' }
      if (!(error instanceof CallRefusal)) throw error
      return { kind: 'unknown', why: error.failure.kind === 'unreachable' ? error.failure.why : 'unreadable' }
    }
  }

  /** What came of an order that was sent before, perhaps. */
  async find(world: KeyWorld, material: KeyMaterial, order: ExchangeOrder): Promise<OrderLookup> {
    try {
      return await this.#seen(ORDER_APIS[world.exchange], this.#askers.of(world, material), order)
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error
      return { kind: 'unknown', why: error.failure.kind === 'unreachable' ? error.failure.why : 'unreadable' }
    }
  }

  async #seen(api: OrderApi, asker: Asker, order: ExchangeOrder): Promise<OrderLookup> {
    const { ask, reply, api: account } = asker
    const calls = {
      ask,
      askAbout: async (call: Parameters<typeof reply>[0]) => {
        const answer = await reply(call)
        if (api.isUnknown(answer)) return null
        const judged = account.judge(answer)
        if (judged.kind !== 'said') throw new CallRefusal(judged)
        return judged.value
      },
    }
    let seen: SeenOrder = { kind: 'not-found' }
    for (const waitMs of LOOKS_MS) {
      if (waitMs > 0) await new Promise<void>((resolve) => this.#clock.after(waitMs, resolve))
      seen = await api.lookUp(order, calls)
      if (seen.kind === 'done' || seen.kind === 'refused') return seen
    }
    return seen.kind === 'resting' ? { kind: 'unknown', why: 'timeout' } : seen
  }
}

/** Of a failed call that carried the order: refused where the exchange certainly did nothing, else nobody knows. */
function undecided(failure: CallFailure): OrderAnswer {
  const why = refusalOf(failure)
  return why === null
    ? { kind: 'unknown', why: failure.kind === 'unreachable' ? failure.why : 'unreadable' }
    : { kind: 'refused', why }
}

/** What an exchange refuses of a good key, for the moment. */
const PASSING: readonly KeyRefusal[] = ['clock', 'nonce', 'locked']

/** Null: the failure does not say that nothing was done. */
function refusalOf(failure: CallFailure): OrderRefusal | null {
  if (failure.kind === 'refused') {
    if (failure.why === 'permission' || failure.why === 'other') return failure.why
    return PASSING.includes(failure.why) ? 'busy' : 'key'
  }
  // Who asks too often is turned away at the door.
  return failure.why === 'rate-limited' || failure.why === 'blocked' ? 'busy' : null
}
