import type { ExchangeId } from '@makas/domain'

/**
 * Exchanges count requests by our address too, and the feeds live on the same count. On Binance a look at an account
 * weighs 20 of 6,000 a minute (docs/exchanges/binance.md): two a second are two fifths of it, however many people ask.
 */
const A_SECOND = 2
const AT_ONCE = 20

/** How many accounts of an exchange may be asked about. */
export class QuestionAllowance {
  readonly #left = new Map<ExchangeId, { count: number; at: number }>()

  /** Whether one more may be asked about at `now` (epoch ms); counted if it may. */
  take(exchange: ExchangeId, now: number): boolean {
    const known = this.#left.get(exchange) ?? { count: AT_ONCE, at: now }
    const count = Math.min(AT_ONCE, known.count + (Math.max(0, now - known.at) / 1_000) * A_SECOND)
    const isLeft = count >= 1
    this.#left.set(exchange, { count: isLeft ? count - 1 : count, at: now })
    return isLeft
  }
}
