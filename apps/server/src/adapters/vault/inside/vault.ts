import type { ExchangeId } from '@makas/domain'
import type { Clock } from '../../../app/ports/clock.ts'
import type { KeyMaterial, KeyPlace, KeyWorld, SealedKey } from '../../../app/ports/key-vault.ts'
import { KeyRefusal, type KeyRing, readKeyRing } from '../../system/key-ring.ts'
import type { VaultAnswer, VaultRequest, VaultSettings } from '../messages.ts'
import { Askers } from './askers.ts'
import { Unopened } from './cipher.ts'
import { openKey, sealKey } from './envelope.ts'
import { Orders } from './orders/orders.ts'
import { Questions } from './question.ts'
import { send } from './send.ts'

/** Questions at a time and exchange: a person waits for each, and an exchange counts them by our address. */
const MOST_AT_ONCE = 4
const MOST_WAITING = 32

/** So many wait for an exchange already. */
type Busy = { readonly kind: 'unreachable'; readonly why: 'busy' }

/** Whoever asks an exchange; one that is slow keeps only those who ask it. */
type Queue = { asking: number; readonly waiting: (() => void)[] }

/** Does what is asked of it, one secret at a time and no longer than a call takes. */
export class Vault {
  readonly #settings: VaultSettings
  readonly #questions: Questions
  readonly #orders: Orders
  readonly #queues = new Map<ExchangeId, Queue>()
  #demoOrigin: string | null = null

  constructor(settings: VaultSettings, clock: Clock) {
    this.#settings = settings
    const originOf = ({ isDemo }: KeyWorld) => (isDemo ? this.#demoOrigin : settings.exchangeOrigin)
    const askers = new Askers({ clock, originOf, send })
    this.#questions = new Questions(askers)
    this.#orders = new Orders(askers, clock)
  }

  /** `demoOrigin`: where the demo market's exchanges listen now. */
  async answer(request: VaultRequest, demoOrigin: string | null): Promise<VaultAnswer> {
    this.#demoOrigin = demoOrigin
    try {
      switch (request.kind) {
        case 'ask': {
          const { world, material } = request
          const answer = await this.#inTurn(world, () => this.#questions.ask(world, material))
          return { kind: 'asked', answer }
        }
        case 'seal':
          return { kind: 'sealed', sealed: sealKey(request.place, request.material, this.#keys()) }
        case 'ask-stored': {
          const { place, sealed } = request
          const answer = await this.#inTurn(place, () =>
            this.#opened(place, sealed, (material) => this.#questions.ask(place, material)),
          )
          return { kind: 'asked', answer }
        }
        case 'balances': {
          const { place, sealed, known } = request
          const answer = await this.#inTurn(place, () =>
            this.#opened(place, sealed, (material) => this.#questions.balances(place, material, known)),
          )
          return { kind: 'held', answer }
        }
        case 'place-order':
        case 'find-order': {
          const { place, sealed, order } = request
          // Real money is out of the question here, whoever asks (product-decisions.md 9).
          if (!place.isTestnet && !place.isDemo) return { kind: 'failed', error: 'LiveOrder' }
          const answer = await this.#inTurn(place, () =>
            this.#opened(place, sealed, (material) =>
              request.kind === 'place-order'
                ? this.#orders.place(place, material, order, request.sendBy)
                : this.#orders.find(place, material, order),
            ),
          )
          if (answer.kind !== 'unreachable') return { kind: 'ordered', answer }
          // An order that waited in vain was not sent; one that nobody looked up may have been.
          const isSent = request.kind === 'find-order'
          return { kind: 'ordered', answer: { kind: isSent ? 'unknown' : 'refused', why: 'busy' } }
        }
      }
    } catch (error) {
      return { kind: 'failed', error: error instanceof Error ? error.constructor.name : 'unknown' }
    }
  }

  async #opened<T>(
    place: KeyPlace,
    sealed: SealedKey,
    use: (material: KeyMaterial) => Promise<T>,
  ): Promise<T | { readonly kind: 'unopened' }> {
    let material: KeyMaterial
    try {
      material = openKey(place, sealed, this.#keys())
    } catch (error) {
      if (error instanceof Unopened) return { kind: 'unopened' }
      throw error
    }
    return use(material)
  }

  /** Read each time: a rotation may have added a key a moment ago, and what is not in memory cannot be taken from it. */
  #keys(): KeyRing {
    const ring = readKeyRing(this.#settings.keyFile)
    if (ring === null) throw new KeyRefusal('there is no key file')
    return ring
  }

  async #inTurn<T>({ exchange }: KeyWorld, work: () => Promise<T>): Promise<T | Busy> {
    const queue = this.#queues.get(exchange) ?? { asking: 0, waiting: [] }
    this.#queues.set(exchange, queue)
    if (queue.asking >= MOST_AT_ONCE) {
      if (queue.waiting.length >= MOST_WAITING) return { kind: 'unreachable', why: 'busy' }
      await new Promise<void>((resolve) => queue.waiting.push(resolve))
    } else queue.asking++
    try {
      return await work()
    } finally {
      // Whoever waits takes the place over.
      const next = queue.waiting.shift()
      if (next === undefined) queue.asking--
      else next()
    }
  }
}
