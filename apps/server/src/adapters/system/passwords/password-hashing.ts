import { randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { FairQueue, QueueFull, type Shared, type Sharer } from '../../../app/ports/system/fair-queue.ts'
import type { PasswordHashing } from '../../../app/ports/users/secrets.ts'
import type { StoredPassword } from '../../../app/ports/users/users.ts'
import type { Keys } from '../keys/key-ring.ts'
import { PHC, phcText } from '../keys/stored-hash.ts'
import { tagOf, tagUnder } from '../keys/wrapped-tag.ts'
import { type HashCost, hashInThread } from './hash-threads.ts'

/** Cost of new hashes (security.md 1). */
const COST: HashCost = { memory: 65_536, passes: 3, lanes: 1 }
/** Least cost with which the server starts; tests hash with it. */
export const LEAST_COST: HashCost = { memory: 19_456, passes: 2, lanes: 1 }

const SALT = 16
const TAG = 32

/** Waiting hashes, at most (security.md 4). */
const MOST_WAITING = 64

type Options = {
  /** The peppers: keys from outside the database. */
  readonly keys: Keys
  readonly cost?: HashCost
}

/**
 * argon2id, whose tag is then keyed with the pepper: the stored text has the usual PHC form, and a copy of the database
 * alone verifies no password (security.md 1, 2).
 */
export class Argon2Hashing implements PasswordHashing {
  readonly #keys: Keys
  readonly #cost: HashCost
  readonly #most = Math.max(1, Math.floor(availableParallelism() / 2))
  readonly #queue = new FairQueue(this.#most, MOST_WAITING)
  #admitted = 0
  #notAdmitted = 0

  constructor({ keys, cost = COST }: Options) {
    if (cost.memory < LEAST_COST.memory || cost.passes < LEAST_COST.passes)
      throw new Error('passwords would be hashed too cheaply')
    this.#keys = keys
    this.#cost = cost
  }

  get shared(): Shared {
    const { used, waiting, refused } = this.#queue
    return { used, waiting, refused: refused + this.#notAdmitted }
  }

  async admit<T>(by: Sharer, work: () => Promise<T>): Promise<T> {
    if (this.#admitted >= this.#most + MOST_WAITING && !this.#queue.makeRoom(by)) {
      this.#notAdmitted++
      throw new QueueFull()
    }
    this.#admitted++
    try {
      return await work()
    } finally {
      this.#admitted--
    }
  }

  async hash(password: string, by: Sharer): Promise<StoredPassword> {
    const salt = randomBytes(SALT)
    const raw = await this.#raw(password, salt, this.#cost, by)
    const { tag, ids } = tagOf(raw, this.#keys.current('pepper'))
    const { memory, passes, lanes } = this.#cost
    const hash = `$argon2id$v=19$m=${memory},t=${passes},p=${lanes}$${phcText(salt)}$${phcText(tag)}`
    return { hash, pepperId: ids }
  }

  async verify(
    password: string,
    stored: StoredPassword | null,
    by: Sharer,
  ): Promise<{ isRight: boolean; isOutdated: boolean }> {
    const parts = stored === null ? null : PHC.exec(stored.hash)
    if (stored === null || parts === null) {
      await this.#raw(password, Buffer.alloc(SALT), this.#cost, by)
      return { isRight: false, isOutdated: false }
    }
    const [memory = 0, passes = 0, lanes = 0] = parts.slice(1, 4).map(Number)
    const salt = Buffer.from(parts[4] ?? '', 'base64')
    const raw = await this.#raw(password, salt, { memory, passes, lanes }, by)
    const tag = tagUnder(raw, stored.pepperId, 'pepper', this.#keys)
    const isCheap = memory < this.#cost.memory || passes < this.#cost.passes
    return {
      isRight: tag !== null && timingSafeEqual(tag, Buffer.from(parts[5] ?? '', 'base64')),
      isOutdated: tag !== null && (isCheap || stored.pepperId !== this.#keys.current('pepper').id),
    }
  }

  #raw(password: string, salt: Buffer, cost: HashCost, by: Sharer): Promise<Uint8Array> {
    return this.#queue.run(by, () => hashInThread({ password, salt, cost, tagBytes: TAG }))
  }
}
