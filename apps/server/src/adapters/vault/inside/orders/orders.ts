import type { ExchangeId } from '@makas/domain'
import type { Clock } from '../../../../app/ports/system/clock.ts'
import type { CallFailure, KeyMaterial, KeyRefusal, KeyWorld } from '../../../../app/ports/trading/key-vault.ts'
import type {
  ExchangeOrder,
  OrderAnswer,
  OrderLookup,
  OrderRefusal,
} from '../../../../app/ports/trading/order-vault.ts'
import { CallRefusal } from '../account-api.ts'
import { type Asker, type Askers, TooLate } from '../askers.ts'
import type { Call } from '../signer.ts'
import { BINANCE_ORDERS } from './binance-orders.ts'
import { BYBIT_ORDERS } from './bybit-orders.ts'
import { KRAKEN_ORDERS } from './kraken-orders.ts'
import { OKX_ORDERS } from './okx-orders.ts'
import type { OrderApi, OrderReport } from './order-api.ts'

const ORDER_APIS: Readonly<Record<ExchangeId, OrderApi>> = {
  binance: BINANCE_ORDERS,
  okx: OKX_ORDERS,
  bybit: BYBIT_ORDERS,
  kraken: KRAKEN_ORDERS,
}

/** Waits before each look at an order, ms; it is usually decided within moments, and looked up again later if not. */
const LOOKS_MS = [0, 100, 200, 400, 800, 1_500]

/** Sends orders and looks them up, each with one key. */
export class Orders {
  readonly #askers: Askers
  readonly #clock: Clock

  constructor(askers: Askers, clock: Clock) {
    this.#askers = askers
    this.#clock = clock
  }

  /** Sends an order once, by `sendBy` or never, and waits for its result; `unknown` without certain evidence. */
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
      return { kind: 'refused', why: refusalOf(error.failure) ?? 'busy' }
    }
    try {
      const reply = await asker.reply(call)
      if (!api.isDuplicate(reply)) {
        const why = api.refusal(reply)
        if (why !== null) return { kind: 'refused', why }
        const judged = asker.api.judge(reply)
        if (judged.kind !== 'said') return undecided(judged)
        const report = api.readOrder(judged.value, order)
        if (report?.kind === 'done' || report?.kind === 'refused') return report
      }
      const found = await this.#lookUp(api, asker, order)
      // The order was accepted: not found means only that the exchange lags behind.
      return found.kind === 'not-found' ? { kind: 'unknown', why: 'timeout' } : found
    } catch (error) {
      if (error instanceof TooLate) return { kind: 'refused', why: 'busy' }
      if (!(error instanceof CallRefusal)) throw error
      return { kind: 'unknown', why: error.failure.kind === 'unreachable' ? error.failure.why : 'unreadable' }
    }
  }

  /** Looks up an order that may have been sent before. */
  async find(world: KeyWorld, material: KeyMaterial, order: ExchangeOrder): Promise<OrderLookup> {
    try {
      return await this.#lookUp(ORDER_APIS[world.exchange], this.#askers.of(world, material), order)
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error
      return { kind: 'unknown', why: error.failure.kind === 'unreachable' ? error.failure.why : 'unreadable' }
    }
  }

  async #lookUp(api: OrderApi, asker: Asker, order: ExchangeOrder): Promise<OrderLookup> {
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
    let report: OrderReport = { kind: 'not-found' }
    for (const waitMs of LOOKS_MS) {
      if (waitMs > 0) await new Promise<void>((resolve) => this.#clock.after(waitMs, resolve))
      report = await api.lookUp(order, calls)
      if (report.kind === 'done' || report.kind === 'refused') return report
    }
    return report.kind === 'resting' ? { kind: 'unknown', why: 'timeout' } : report
  }
}

/** The answer after a failed placing call: refused where the exchange certainly did nothing, else unknown. */
function undecided(failure: CallFailure): OrderAnswer {
  const why = refusalOf(failure)
  return why === null
    ? { kind: 'unknown', why: failure.kind === 'unreachable' ? failure.why : 'unreadable' }
    : { kind: 'refused', why }
}

/** Refusals of a valid key that pass. */
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
