import { type ChildProcess, fork } from 'node:child_process'
import type { Clock } from '../../app/ports/system/clock.ts'
import type { EventLog } from '../../app/ports/system/event-log.ts'
import type { Shared } from '../../app/ports/system/fair-queue.ts'
import type {
  BalancesAnswer,
  CallFailure,
  HeldLeg,
  HoldingsAnswer,
  KeyMaterial,
  KeyPermissions,
  KeyPlace,
  KeyReading,
  KeyVault,
  KeyWorld,
  PreparedAnswer,
  SealedKey,
  StoredKeyAnswer,
  WantedOrder,
} from '../../app/ports/trading/key-vault.ts'
import type {
  ExchangeOrder,
  OrderAnswer,
  OrderLookup,
  OrderVault,
  TrailAnswer,
  TrailWish,
} from '../../app/ports/trading/order-vault.ts'
import { wallTime } from '../system/system-clock.ts'
import type { FromVault, ToVault, VaultAnswer, VaultRequest, VaultSettings } from './messages.ts'

type Options = VaultSettings & {
  /** Entry point of the vault's process. */
  readonly script: string
  /** Where the demo market's exchanges listen now; null or left out: there is none. */
  readonly demoOrigin?: () => string | null
  readonly clock: Clock
  readonly log: EventLog
}

/** Time limit of an answer, which takes up to five calls of an exchange; an HTTP request ends after 30 s. */
const ANSWER_WITHIN_MS = 28_000
/** Time limit of a ping, which a vault answers at once, however slow the exchanges are. */
const HEARS_WITHIN_MS = 2_000
/** Time without a request after which the process is ended, to free its memory. */
const IDLE_MS = 600_000
const UNUSED: Shared = { used: 0, waiting: 0, refused: 0 }
const UNREACHABLE = { kind: 'unreachable', why: 'vault' } as const
const UNKNOWN = { kind: 'unknown', why: 'vault' } as const
const NODE = ['--disable-proto=delete', '--max-old-space-size=256']

type Told = Exclude<VaultAnswer, { kind: 'sealed' | 'failed' }>
type Said<K extends Told['kind']> = Extract<Told, { kind: K }>['answer']

/** The server's side of the vault's process, which is started at the first request and again after its end. */
export class VaultProcess implements KeyVault, OrderVault {
  readonly #options: Options
  readonly #asked = new Map<number, (answer: VaultAnswer | null) => void>()
  #child: ChildProcess | null = null
  #idle: { cancel(): void } | null = null
  /** Timer of an unanswered ping. */
  #hearing: { cancel(): void } | null = null
  #lastId = 0
  #isWorking = true
  #shared = UNUSED

  constructor(options: Options) {
    this.#options = options
  }

  async ask(world: KeyWorld, material: KeyMaterial, userId: string): Promise<KeyReading | CallFailure> {
    const answer = await this.#told({ kind: 'ask', world, material, userId }, 'asked', UNREACHABLE)
    return answer.kind === 'unopened' ? UNREACHABLE : answer
  }

  askStored(place: KeyPlace, sealed: SealedKey): Promise<StoredKeyAnswer> {
    return this.#told({ kind: 'ask-stored', place, sealed }, 'asked', UNREACHABLE)
  }

  balances(place: KeyPlace, sealed: SealedKey, known: KeyPermissions): Promise<BalancesAnswer> {
    return this.#told({ kind: 'balances', place, sealed, known }, 'held', UNREACHABLE)
  }

  async placeOrder(place: KeyPlace, sealed: SealedKey, order: ExchangeOrder, withinMs: number): Promise<OrderAnswer> {
    const sendBy = wallTime() + withinMs
    // A vault that ended may have sent the order before.
    const answer = await this.#told({ kind: 'place-order', place, sealed, order, sendBy }, 'ordered', UNKNOWN)
    // A key that did not open signed nothing.
    if (answer.kind === 'unopened') return { kind: 'refused', why: 'key' }
    // `not-found` answers look-ups only.
    return answer.kind === 'not-found' ? UNKNOWN : answer
  }

  async findOrder(place: KeyPlace, sealed: SealedKey, order: ExchangeOrder): Promise<OrderLookup> {
    const answer = await this.#told({ kind: 'find-order', place, sealed, order }, 'ordered', UNKNOWN)
    // The key opened when the order was sent, so this failure does not decide about the order.
    return answer.kind === 'unopened' ? UNKNOWN : answer
  }

  orderTrail(place: KeyPlace, sealed: SealedKey, wish: TrailWish): Promise<TrailAnswer> {
    return this.#told({ kind: 'order-trail', place, sealed, wish }, 'trailed', { kind: 'unread', why: 'vault' })
  }

  holdings(
    place: KeyPlace,
    sealed: SealedKey,
    legs: readonly HeldLeg[],
    lane: 'order' | 'question',
  ): Promise<HoldingsAnswer> {
    return this.#told({ kind: 'holdings', place, sealed, legs, lane }, 'holds', UNREACHABLE)
  }

  prepareOrder(place: KeyPlace, sealed: SealedKey, wanted: WantedOrder, isLook: boolean): Promise<PreparedAnswer> {
    return this.#told({ kind: 'prepare-order', place, sealed, wanted, isLook }, 'prepared', UNREACHABLE)
  }

  /** The places of requests to exchanges, as of the last answer. */
  get shared(): Shared {
    return this.#shared
  }

  get isWorking(): boolean {
    return this.#isWorking
  }

  async seal(place: KeyPlace, material: KeyMaterial): Promise<SealedKey | null> {
    const answer = await this.#request({ kind: 'seal', place, material })
    return answer?.kind === 'sealed' ? answer.sealed : null
  }

  /** Ends the process; waiting requests fail. */
  stop(): void {
    this.#idle?.cancel()
    this.#heard()
    const child = this.#child
    this.#child = null
    this.#shared = UNUSED
    child?.kill('SIGKILL')
    this.#giveUp()
  }

  /** The content of an answer; `otherwise`: the vault failed, ended, or took too long. */
  async #told<K extends Told['kind'], F>(request: VaultRequest, kind: K, otherwise: F): Promise<Said<K> | F> {
    const told = await this.#request(request)
    return (told?.kind === kind ? (told as Told).answer : otherwise) as Said<K> | F
  }

  /** Null: no answer, because the vault ended or took too long. */
  async #request(request: VaultRequest): Promise<VaultAnswer | null> {
    const { clock, log, demoOrigin } = this.#options
    const id = ++this.#lastId
    const child = this.#running()
    const answer = await new Promise<VaultAnswer | null>((resolve) => {
      const late = clock.after(ANSWER_WITHIN_MS, () => {
        this.#asked.get(id)?.(null)
        this.#unlessItHears(child)
      })
      this.#asked.set(id, (one) => {
        late.cancel()
        this.#asked.delete(id)
        resolve(one)
      })
      const message: ToVault = { kind: 'request', id, request, demoOrigin: demoOrigin?.() ?? null }
      child.send(message, (error) => {
        if (error) this.#asked.get(id)?.(null)
      })
    })
    this.#rest()
    if (answer !== null) this.#isWorking = answer.kind !== 'failed'
    if (answer?.kind === 'failed') log('error', 'vault-failed', { request: request.kind, error: answer.error })
    return answer
  }

  #running(): ChildProcess {
    if (this.#child !== null) return this.#child
    const { script, keyFile, exchangeOrigin, dataDir, log } = this.#options
    // Without environment and terminal: no secret enters or leaves that way.
    const child = fork(script, [], { env: {}, execArgv: NODE, stdio: 'ignore', serialization: 'advanced' })
    this.#child = child
    child.on('message', (said: FromVault) => {
      if (said.id === null) this.#heard()
      else {
        this.#shared = said.shared
        this.#asked.get(said.id)?.(said.answer)
      }
    })
    const ended = (data: Readonly<Record<string, unknown>>) => {
      if (this.#child !== child) return
      this.#child = null
      this.#shared = UNUSED
      this.#heard()
      this.#isWorking = false
      log('error', 'vault-ended', data)
      this.#giveUp()
    }
    child.once('close', (code, signal) => ended({ code, signal }))
    // A process that cannot be started, or whose channel broke, may emit no 'close'.
    child.on('error', (error) => ended({ reason: 'code' in error ? String(error.code) : error.name }))
    const message: ToVault = { kind: 'settings', settings: { keyFile, exchangeOrigin, dataDir } }
    child.send(message)
    return child
  }

  /** Ends a process that does not answer a ping; the next request starts another. */
  #unlessItHears(child: ChildProcess): void {
    const { clock, log } = this.#options
    if (this.#child !== child || this.#hearing !== null) return
    this.#hearing = clock.after(HEARS_WITHIN_MS, () => {
      log('error', 'vault-hung', {})
      child.kill('SIGKILL')
    })
    const message: ToVault = { kind: 'ping' }
    child.send(message, () => undefined)
  }

  #heard(): void {
    this.#hearing?.cancel()
    this.#hearing = null
  }

  #giveUp(): void {
    for (const tell of [...this.#asked.values()]) tell(null)
  }

  #rest(): void {
    this.#idle?.cancel()
    this.#idle = this.#options.clock.after(IDLE_MS, () => {
      if (this.#asked.size === 0) this.stop()
    })
  }
}
