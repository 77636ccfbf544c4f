import type { ExchangeId } from '@makas/domain'

/**
 * Token bucket of account questions per exchange: rate per second and burst. Exchanges count them by our address
 * together with the feeds' requests. On Binance one weighs 20 of 6,000 a minute (docs/exchanges/binance.md): two a
 * second are two fifths of that, however many people ask.
 */
const A_SECOND = 2
const AT_ONCE = 20

/** Rate limit of the questions about accounts, by exchange. */
export class QuestionAllowance {
  readonly #left = new Map<ExchangeId, { count: number; at: number }>()

  /** Whether one more account may be asked about at `now` (epoch ms); counts it if so. */
  take(exchange: ExchangeId, now: number): boolean {
    const known = this.#left.get(exchange) ?? { count: AT_ONCE, at: now }
    const count = Math.min(AT_ONCE, known.count + (Math.max(0, now - known.at) / 1_000) * A_SECOND)
    const isLeft = count >= 1
    this.#left.set(exchange, { count: isLeft ? count - 1 : count, at: now })
    return isLeft
  }
}
