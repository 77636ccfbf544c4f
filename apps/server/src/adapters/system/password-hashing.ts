import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { StoredPassword } from '../../app/ports/accounts/accounts.ts'
import type { PasswordHashing } from '../../app/ports/accounts/secrets.ts'
import { FairQueue, QueueFull, type Shared, type Sharer } from '../../app/ports/system/fair-queue.ts'
import { type HashCost, hashInThread } from './hash-threads.ts'

/** Cost of new hashes (security.md 1). */
const COST: HashCost = { memory: 65_536, passes: 3, lanes: 1 }
/** Least cost with which the server starts; tests hash with it. */
export const LEAST_COST: HashCost = { memory: 19_456, passes: 2, lanes: 1 }

const SALT = 16
const TAG = 32
const PHC = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z\d+/]{22})\$([A-Za-z\d+/]{43})$/

/** Waiting hashes, at most (security.md 4). */
const MOST_WAITING = 64

type Options = {
  /** 32 bytes from outside the database, and the id of the key that they are derived from. */
  readonly pepper: Buffer
  readonly pepperId: string
  readonly cost?: HashCost
}

/**
 * argon2id, whose tag is then keyed with the pepper: the stored text has the usual PHC form, and a copy of the database
 * alone verifies no password (security.md 1, 2).
 */
export class Argon2Hashing implements PasswordHashing {
  readonly #pepper: Buffer
  readonly #pepperId: string
  readonly #cost: HashCost
  readonly #most = Math.max(1, Math.floor(availableParallelism() / 2))
  readonly #queue = new FairQueue(this.#most, MOST_WAITING)
  #admitted = 0
  #notAdmitted = 0

  constructor({ pepper, pepperId, cost = COST }: Options) {
    if (cost.memory < LEAST_COST.memory || cost.passes < LEAST_COST.passes)
      throw new Error('passwords would be hashed too cheaply')
    this.#pepper = pepper
    this.#pepperId = pepperId
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
    const tag = await this.#tag(password, salt, this.#cost, by)
    const { memory, passes, lanes } = this.#cost
    const hash = `$argon2id$v=19$m=${memory},t=${passes},p=${lanes}$${text(salt)}$${text(tag)}`
    return { hash, pepperId: this.#pepperId }
  }

  async verify(
    password: string,
    stored: StoredPassword | null,
    by: Sharer,
  ): Promise<{ isRight: boolean; isOutdated: boolean }> {
    const parts = stored === null ? null : PHC.exec(stored.hash)
    if (stored === null || parts === null || stored.pepperId !== this.#pepperId) {
      await this.#tag(password, Buffer.alloc(SALT), this.#cost, by)
      return { isRight: false, isOutdated: false }
    }
    const [memory = 0, passes = 0, lanes = 0] = parts.slice(1, 4).map(Number)
    const salt = Buffer.from(parts[4] ?? '', 'base64')
    const tag = await this.#tag(password, salt, { memory, passes, lanes }, by)
    return {
      isRight: timingSafeEqual(tag, Buffer.from(parts[5] ?? '', 'base64')),
      isOutdated: memory < this.#cost.memory || passes < this.#cost.passes,
    }
  }

  #tag(password: string, salt: Buffer, cost: HashCost, by: Sharer): Promise<Buffer> {
    return this.#queue.run(by, async () => {
      const raw = await hashInThread({ password, salt, cost, tagBytes: TAG })
      return createHmac('sha256', this.#pepper).update(raw).digest()
    })
  }
}

const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
