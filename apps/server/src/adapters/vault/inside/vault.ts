import type { ExchangeId } from '@makas/domain'
import type { Clock } from '../../../app/ports/system/clock.ts'
import type {
  KeyMaterial,
  KeyPlace,
  KeyWorld,
  PositionAnswer,
  SealedKey,
} from '../../../app/ports/trading/key-vault.ts'
import { KeyRefusal, type KeyRing, readKeyRing } from '../../system/key-ring.ts'
import type { PositionRequest, VaultAnswer, VaultRequest, VaultSettings } from '../messages.ts'
import { Askers } from './askers.ts'
import { AddressBans } from './bans.ts'
import { Unopened } from './cipher.ts'
import { openKey, sealKey } from './envelope.ts'
import { Orders } from './orders/orders.ts'
import { Questions } from './question.ts'
import { send } from './send.ts'

/** Most requests to one exchange at a time: more would use up its limit for our address, fewer keep people waiting. */
const MOST_AT_ONCE = 4
/** Most requests that wait for one exchange; a further one is answered as `busy`. */
const MOST_WAITING = 32

/** An order with real money. */
class LiveOrder extends Error {}

/** The queue of this exchange is full. */
type BusyAnswer = { readonly kind: 'unreachable'; readonly why: 'busy' }

/** Requests to one exchange, running and waiting; each exchange has its own queue, so a slow one delays no other. */
type Queue = { asking: number; readonly waiting: (() => void)[] }

/** Answers the server's requests; each key is in plain text only for the duration of its request. */
export class Vault {
  readonly #settings: VaultSettings
  readonly #questions: Questions
  readonly #orders: Orders
  readonly #queues = new Map<ExchangeId, Queue>()
  #demoOrigin: string | null = null

  constructor(settings: VaultSettings, clock: Clock) {
    this.#settings = settings
    const originOf = ({ isDemo }: KeyWorld) => (isDemo ? this.#demoOrigin : settings.exchangeOrigin)
    const bans = new AddressBans(settings.dataDir, clock)
    const askers = new Askers({ clock, originOf, send, bans })
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
        case 'prepare-position':
          return { kind: 'prepared', answer: await this.#prepare(request) }
        case 'place-order':
        case 'find-order': {
          const { place, sealed, order } = request
          // Orders with real money are always refused (product-decisions.md 9).
          if (!place.isTestnet && !place.isDemo) throw new LiveOrder()
          const answer = await this.#inTurn(place, () =>
            this.#opened(place, sealed, (material) =>
              request.kind === 'place-order'
                ? this.#orders.place(place, material, order, request.sendBy)
                : this.#orders.find(place, material, order),
            ),
          )
          if (answer.kind !== 'unreachable') return { kind: 'ordered', answer }
          // With a full queue a new order was not sent; an order to be looked up may have been.
          const isSent = request.kind === 'find-order'
          return { kind: 'ordered', answer: { kind: isSent ? 'unknown' : 'refused', why: 'busy' } }
        }
      }
    } catch (error) {
      return { kind: 'failed', error: error instanceof Error ? error.constructor.name : 'unknown' }
    }
  }

  async #prepare({ place, sealed, wanted, isLook }: PositionRequest): Promise<PositionAnswer> {
    // What is set here is set for orders, which real money never has.
    if (!place.isTestnet && !place.isDemo) throw new LiveOrder()
    return this.#inTurn(place, () =>
      this.#opened(place, sealed, (material) => this.#orders.prepare(place, material, wanted, isLook)),
    )
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

  /** Reads the key file each time: a rotation may have added a key, and keys are not kept in memory. */
  #keys(): KeyRing {
    const ring = readKeyRing(this.#settings.keyFile)
    if (ring === null) throw new KeyRefusal('there is no key file')
    return ring
  }

  async #inTurn<T>({ exchange }: KeyWorld, work: () => Promise<T>): Promise<T | BusyAnswer> {
    const queue = this.#queues.get(exchange) ?? { asking: 0, waiting: [] }
    this.#queues.set(exchange, queue)
    if (queue.asking >= MOST_AT_ONCE) {
      if (queue.waiting.length >= MOST_WAITING) return { kind: 'unreachable', why: 'busy' }
      await new Promise<void>((resolve) => queue.waiting.push(resolve))
    } else queue.asking++
    try {
      return await work()
    } finally {
      // The next waiting request takes over the slot.
      const next = queue.waiting.shift()
      if (next === undefined) queue.asking--
      else next()
    }
  }
}
