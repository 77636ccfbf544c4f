import type { Clock } from '../../../app/ports/book-feed.ts'
import type { KeyMaterial, KeyPlace, SealedKey, StoredKeyAnswer } from '../../../app/ports/key-vault.ts'
import { KeyRefusal, type KeyRing, readKeyRing } from '../../system/key-ring.ts'
import type { VaultAnswer, VaultRequest, VaultSettings } from '../messages.ts'
import { Unopened } from './cipher.ts'
import { openKey, sealKey } from './envelope.ts'
import { Questions } from './question.ts'
import { send } from './send.ts'

/** Questions at a time; a person waits for each, and an exchange counts them by our address. */
const MOST_AT_ONCE = 8
const MOST_WAITING = 64

/** Does what is asked of it, one secret at a time and no longer than a call takes. */
export class Vault {
  readonly #settings: VaultSettings
  readonly #questions: Questions
  readonly #waiting: (() => void)[] = []
  #asking = 0

  constructor(settings: VaultSettings, clock: Clock) {
    this.#settings = settings
    this.#questions = new Questions({ clock, origin: settings.exchangeOrigin, send })
  }

  async answer(request: VaultRequest): Promise<VaultAnswer> {
    try {
      switch (request.kind) {
        case 'ask':
          return {
            kind: 'asked',
            answer: await this.#inTurn(() => this.#questions.ask(request.world, request.material)),
          }
        case 'seal':
          return { kind: 'sealed', sealed: sealKey(request.place, request.material, this.#keys()) }
        case 'ask-stored':
          return { kind: 'asked', answer: await this.#inTurn(() => this.#askStored(request.place, request.sealed)) }
      }
    } catch (error) {
      return { kind: 'failed', error: error instanceof Error ? error.constructor.name : 'unknown' }
    }
  }

  async #askStored(place: KeyPlace, sealed: SealedKey): Promise<StoredKeyAnswer> {
    let material: KeyMaterial
    try {
      material = openKey(place, sealed, this.#keys())
    } catch (error) {
      if (error instanceof Unopened) return { kind: 'unopened' }
      throw error
    }
    return this.#questions.ask(place, material)
  }

  /** Read each time: a rotation may have added a key a moment ago, and what is not in memory cannot be taken from it. */
  #keys(): KeyRing {
    const ring = readKeyRing(this.#settings.keyFile)
    if (ring === null) throw new KeyRefusal('there is no key file')
    return ring
  }

  async #inTurn(work: () => Promise<StoredKeyAnswer>): Promise<StoredKeyAnswer> {
    if (this.#asking >= MOST_AT_ONCE) {
      if (this.#waiting.length >= MOST_WAITING) return { kind: 'unreachable', why: 'busy' }
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else this.#asking++
    try {
      return await work()
    } finally {
      // Whoever waits takes the place over.
      const next = this.#waiting.shift()
      if (next === undefined) this.#asking--
      else next()
    }
  }
}
