import { type ChildProcess, fork } from 'node:child_process'
import type { Clock } from '../../app/ports/clock.ts'
import type {
  BalancesAnswer,
  CallFailure,
  KeyMaterial,
  KeyPermissions,
  KeyPlace,
  KeyReading,
  KeyVault,
  KeyWorld,
  SealedKey,
  StoredKeyAnswer,
} from '../../app/ports/key-vault.ts'
import type { ExchangeOrder, OrderAnswer, OrderLookup, OrderVault } from '../../app/ports/order-vault.ts'
import { wallTime } from '../system/system-clock.ts'
import type { FromVault, ToVault, VaultAnswer, VaultRequest, VaultSettings } from './messages.ts'

type Options = VaultSettings & {
  /** Its entry point. */
  readonly script: string
  /** Where the demo market's exchanges listen now; null or left out: there is none. */
  readonly demoOrigin?: () => string | null
  readonly clock: Clock
  readonly log: (level: 'info' | 'warn' | 'error', event: string, data: Readonly<Record<string, unknown>>) => void
}

/** Five calls of an exchange at most, each with its own limit; a request of ours ends after 30 s. */
const ANSWER_WITHIN_MS = 28_000
/** A vault that is asked whether it hears says so in no time, however slow the exchanges are. */
const HEARS_WITHIN_MS = 2_000
/** After this long without a question it is not worth its memory. */
const IDLE_MS = 600_000
const NODE = ['--disable-proto=delete', '--max-old-space-size=256']

/** Our side of the vault: started at the first need, started again after its end. Nothing of it comes back but answers. */
export class VaultProcess implements KeyVault, OrderVault {
  readonly #options: Options
  readonly #asked = new Map<number, (answer: VaultAnswer | null) => void>()
  #child: ChildProcess | null = null
  #idle: { cancel(): void } | null = null
  /** Runs out when the vault does not say that it hears. */
  #hearing: { cancel(): void } | null = null
  #lastId = 0
  #isWorking = true

  constructor(options: Options) {
    this.#options = options
  }

  async ask(world: KeyWorld, material: KeyMaterial): Promise<KeyReading | CallFailure> {
    const answer = await this.#question({ kind: 'ask', world, material })
    return answer.kind === 'unopened' ? { kind: 'unreachable', why: 'vault' } : answer
  }

  askStored(place: KeyPlace, sealed: SealedKey): Promise<StoredKeyAnswer> {
    return this.#question({ kind: 'ask-stored', place, sealed })
  }

  async balances(place: KeyPlace, sealed: SealedKey, known: KeyPermissions): Promise<BalancesAnswer> {
    const answer = await this.#request({ kind: 'balances', place, sealed, known })
    return answer?.kind === 'held' ? answer.answer : { kind: 'unreachable', why: 'vault' }
  }

  async placeOrder(place: KeyPlace, sealed: SealedKey, order: ExchangeOrder, withinMs: number): Promise<OrderAnswer> {
    const sendBy = wallTime() + withinMs
    const answer = await this.#order({ kind: 'place-order', place, sealed, order, sendBy })
    // Nothing was signed with a key that did not open.
    if (answer.kind === 'unopened') return { kind: 'refused', why: 'key' }
    // Only a look-up is ever answered so.
    return answer.kind === 'not-found' ? { kind: 'unknown', why: 'vault' } : answer
  }

  async findOrder(place: KeyPlace, sealed: SealedKey, order: ExchangeOrder): Promise<OrderLookup> {
    const answer = await this.#order({ kind: 'find-order', place, sealed, order })
    // It opened when the order was sent: that it does not now tells nothing of the order.
    return answer.kind === 'unopened' ? { kind: 'unknown', why: 'vault' } : answer
  }

  get isWorking(): boolean {
    return this.#isWorking
  }

  async seal(place: KeyPlace, material: KeyMaterial): Promise<SealedKey | null> {
    const answer = await this.#request({ kind: 'seal', place, material })
    return answer?.kind === 'sealed' ? answer.sealed : null
  }

  /** Ends it; whoever waits is told that it cannot work. */
  stop(): void {
    this.#idle?.cancel()
    this.#heard()
    const child = this.#child
    this.#child = null
    child?.kill('SIGKILL')
    this.#giveUp()
  }

  async #question(request: VaultRequest): Promise<StoredKeyAnswer> {
    const answer = await this.#request(request)
    return answer?.kind === 'asked' ? answer.answer : { kind: 'unreachable', why: 'vault' }
  }

  async #order(request: Extract<VaultRequest, { kind: 'place-order' | 'find-order' }>) {
    const answer = await this.#request(request)
    // A vault that ended may have sent it before.
    return answer?.kind === 'ordered' ? answer.answer : ({ kind: 'unknown', why: 'vault' } as const)
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
    const { script, keyFile, exchangeOrigin, log } = this.#options
    // It is given no environment and no terminal: nothing gets in that way, and nothing out.
    const child = fork(script, [], { env: {}, execArgv: NODE, stdio: 'ignore', serialization: 'advanced' })
    this.#child = child
    child.on('message', (said: FromVault) => {
      if (said.id === null) this.#heard()
      else this.#asked.get(said.id)?.(said.answer)
    })
    const ended = (data: Readonly<Record<string, unknown>>) => {
      if (this.#child !== child) return
      this.#child = null
      this.#heard()
      this.#isWorking = false
      log('error', 'vault-ended', data)
      this.#giveUp()
    }
    child.once('close', (code, signal) => ended({ code, signal }))
    // One that cannot be started, or whose channel broke, need not close.
    child.on('error', (error) => ended({ reason: 'code' in error ? String(error.code) : error.name }))
    const message: ToVault = { kind: 'settings', settings: { keyFile, exchangeOrigin } }
    child.send(message)
    return child
  }

  /** One that hangs would keep everybody waiting for good: it is ended, and the next question starts another. */
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
