import type { Clock } from '../../../app/ports/system/clock.ts'
import { QueueFull, type Shared } from '../../../app/ports/system/fair-queue.ts'
import type { KeyMaterial, KeyWorld } from '../../../app/ports/trading/key-vault.ts'
import type { ExchangeOrder, TrailAnswer } from '../../../app/ports/trading/order-vault.ts'
import { readKeyRing } from '../../system/keys/key-file.ts'
import { KeyRefusal, type KeyRing } from '../../system/keys/key-ring.ts'
import type { StoredKeyRequest, VaultAnswer, VaultRequest, VaultSettings } from '../messages.ts'
import { Askers } from './askers.ts'
import { AddressBans } from './bans.ts'
import { Unopened } from './cipher.ts'
import { openKey, sealKey } from './envelope.ts'
import { type Lane, Lanes } from './lanes.ts'
import { Orders } from './orders/orders.ts'
import { Questions } from './question.ts'
import { send } from './send.ts'

class LiveOrder extends Error {}

/** Orders with real money are always refused (product-decisions.md 9). @throws LiveOrder */
function mayHaveOrders({ isTestnet, isDemo }: KeyWorld): void {
  if (!isTestnet && !isDemo) throw new LiveOrder()
}

const laneOf = ({ isUnwind }: ExchangeOrder): Lane => (isUnwind ? 'unwind' : 'order')

type BusyAnswer = { readonly kind: 'unreachable'; readonly why: 'busy' }

/** A trail; `unread` in a full lane, or with a key that does not open any more. */
const readOr = (answer: TrailAnswer | BusyAnswer | { readonly kind: 'unopened' }): TrailAnswer =>
  answer.kind === 'unreachable' || answer.kind === 'unopened'
    ? { kind: 'unread', why: answer.kind === 'unopened' ? 'vault' : answer.why }
    : answer

/** Answers the server's requests; each key is in plain text only for the duration of its request. */
export class Vault {
  readonly #settings: VaultSettings
  readonly #questions: Questions
  readonly #orders: Orders
  readonly #lanes = new Lanes()
  readonly #clock: Clock
  #demoOrigin: string | null = null

  constructor(settings: VaultSettings, clock: Clock) {
    this.#settings = settings
    this.#clock = clock
    const originOf = ({ isDemo }: KeyWorld) => (isDemo ? this.#demoOrigin : settings.exchangeOrigin)
    const bans = new AddressBans(settings.dataDir, clock)
    const askers = new Askers({ clock, originOf, send, bans })
    this.#questions = new Questions(askers)
    this.#orders = new Orders(askers, clock)
  }

  get shared(): Shared {
    return this.#lanes.shared
  }

  /** `demoOrigin`: where the demo market's exchanges listen now. */
  async answer(request: VaultRequest, demoOrigin: string | null): Promise<VaultAnswer> {
    this.#demoOrigin = demoOrigin
    try {
      switch (request.kind) {
        case 'ask': {
          const { world, material, userId } = request
          const answer = await this.#inTurn(world, 'question', userId, () => this.#questions.ask(world, material))
          return { kind: 'asked', answer }
        }
        case 'seal': {
          const { place, material } = request
          return { kind: 'sealed', sealed: sealKey(place, material, this.#keys().sealing(this.#clock.now())) }
        }
        default:
          return await this.#answerStored(request)
      }
    } catch (error) {
      return { kind: 'failed', error: error instanceof Error ? error.constructor.name : 'unknown' }
    }
  }

  async #answerStored(request: StoredKeyRequest): Promise<VaultAnswer> {
    const { place } = request
    const [questions, orders] = [this.#questions, this.#orders]
    const used = <T>(lane: Lane, use: (material: KeyMaterial) => Promise<T>) =>
      this.#inTurn(place, lane, place.userId, () => this.#opened(request, use))
    switch (request.kind) {
      case 'ask-stored':
        return { kind: 'asked', answer: await used('question', (material) => questions.ask(place, material)) }
      case 'balances': {
        const { known } = request
        return {
          kind: 'held',
          answer: await used('question', (material) => questions.balances(place, material, known)),
        }
      }
      case 'holdings': {
        const { legs, lane } = request
        return { kind: 'holds', answer: await used(lane, (material) => orders.holdings(place, material, legs, lane)) }
      }
      case 'prepare-order': {
        const { wanted, isLook } = request
        // These settings are for orders.
        mayHaveOrders(place)
        const lane = isLook ? 'question' : 'order'
        return { kind: 'prepared', answer: await used(lane, (key) => orders.prepare(place, key, wanted, isLook)) }
      }
      case 'place-order': {
        const { order, sendBy } = request
        mayHaveOrders(place)
        const answer = await used(laneOf(order), (material) => orders.place(place, material, order, sendBy))
        // In a full lane the order was not sent.
        return { kind: 'ordered', answer: answer.kind === 'unreachable' ? { kind: 'refused', why: 'busy' } : answer }
      }
      case 'order-trail': {
        const { wish } = request
        // An order may be cancelled.
        mayHaveOrders(place)
        return {
          kind: 'trailed',
          answer: readOr(await used('trail', (material) => orders.trail(place, material, wish))),
        }
      }
      case 'find-order': {
        const { order } = request
        mayHaveOrders(place)
        const inTurn = <T>(look: () => Promise<T>) => this.#inTurn(place, laneOf(order), place.userId, look)
        const answer = await this.#opened(request, (material) => orders.find(place, material, order, inTurn))
        return { kind: 'ordered', answer }
      }
    }
  }

  async #opened<T>(
    { place, sealed }: StoredKeyRequest,
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

  async #inTurn<T>(world: KeyWorld, lane: Lane, userId: string, work: () => Promise<T>): Promise<T | BusyAnswer> {
    try {
      return await this.#lanes.run(world, lane, { key: userId, rank: 'user' }, work)
    } catch (error) {
      if (error instanceof QueueFull) return { kind: 'unreachable', why: 'busy' }
      throw error
    }
  }
}
