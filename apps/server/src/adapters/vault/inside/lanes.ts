import { FairQueue, type Shared, type Sharer } from '../../../app/ports/system/fair-queue.ts'
import type { KeyWorld } from '../../../app/ports/trading/key-vault.ts'

/** What a request to an exchange is for; no lane waits for another. */
export type Lane = 'unwind' | 'order' | 'trail' | 'question'

/** Most requests of a lane at a time: more would use up an exchange's limit, fewer keep users waiting. */
const MOST_AT_ONCE = 4
/**
 * Most requests that wait in a lane; the next request is refused, or takes the room of a user with more waiting
 * requests.
 */
const MOST_WAITING = 32

/**
 * Places of requests, by exchange, world and lane: a slow exchange does not delay the others, nor the live world a test
 * network, nor a key check an order. Within a lane users take turns.
 */
export class Lanes {
  readonly #queues = new Map<string, FairQueue>()

  get shared(): Shared {
    const sum = { used: 0, waiting: 0, refused: 0 }
    for (const { used, waiting, refused } of this.#queues.values()) {
      sum.used += used
      sum.waiting += waiting
      sum.refused += refused
    }
    return sum
  }

  /** Runs a request in its lane. @throws QueueFull */
  run<T>({ exchange, isTestnet, isDemo }: KeyWorld, lane: Lane, sharer: Sharer, work: () => Promise<T>): Promise<T> {
    const name = `${exchange} ${isTestnet} ${isDemo} ${lane}`
    const queue = this.#queues.get(name) ?? new FairQueue(MOST_AT_ONCE, MOST_WAITING)
    this.#queues.set(name, queue)
    return queue.run(sharer, work)
  }
}
