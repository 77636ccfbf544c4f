import type { ExchangeId } from '@makas/domain'
import type { Shared } from '../ports/system/fair-queue.ts'

type Bucket = { readonly aSecond: number; readonly atOnce: number }

/**
 * Questions about accounts of one exchange and world. Exchanges count them by our address together with the feeds'
 * requests. On Binance a question weighs 20 of 6,000 a minute (docs/exchanges/binance.md): two questions a second are
 * two fifths of the limit, however many users ask. Test networks have hosts and limits of their own.
 */
const OF_EXCHANGE: Bucket = { aSecond: 2, atOnce: 20 }
/** The share of one user, however many connections and tabs they have: the next reading is a few seconds away. */
const OF_USER: Bucket = { aSecond: 0.5, atOnce: 5 }
/** Users whose share is known, at most: the share of the user who asked longest ago is full again. */
const MOST_USERS = 10_000

export type AccountQuestion = {
  readonly exchange: ExchangeId
  readonly isTestnet: boolean
  readonly userId: string
}

/** Rate limit of the questions about accounts, by exchange and world, and within it by user. */
export class QuestionAllowance {
  readonly #left = new Map<string, { count: number; time: number }>()
  readonly #ofUsers = new Map<string, { count: number; time: number }>()
  #refused = 0

  /** Nothing waits or stays in use: a question is asked or refused. */
  get shared(): Shared {
    return { used: 0, waiting: 0, refused: this.#refused }
  }

  /** Whether one more account may be asked about at `now` (epoch ms); counts it if so. */
  take({ exchange, isTestnet, userId }: AccountQuestion, now: number): boolean {
    const world = `${exchange} ${isTestnet}`
    const ofAll = refilled(this.#left.get(world), OF_EXCHANGE, now)
    const user = `${world} ${userId}`
    const ofUser = refilled(this.#ofUsers.get(user), OF_USER, now)
    const isLeft = ofAll.count >= 1 && ofUser.count >= 1
    const taken = isLeft ? 1 : 0
    this.#refused += 1 - taken
    this.#left.set(world, { ...ofAll, count: ofAll.count - taken })
    this.#ofUsers.delete(user)
    this.#ofUsers.set(user, { ...ofUser, count: ofUser.count - taken })
    for (const [oldest] of this.#ofUsers) {
      if (this.#ofUsers.size <= MOST_USERS) break
      this.#ofUsers.delete(oldest)
    }
    return isLeft
  }
}

function refilled(known: { count: number; time: number } | undefined, { aSecond, atOnce }: Bucket, now: number) {
  if (known === undefined) return { count: atOnce, time: now }
  const since = Math.max(0, now - known.time)
  return { count: Math.min(atOnce, known.count + (since / 1_000) * aSecond), time: now }
}
