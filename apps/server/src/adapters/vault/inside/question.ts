import type { Clock } from '../../../app/ports/clock.ts'
import type {
  CallFailure,
  KeyBalances,
  KeyMaterial,
  KeyPermissions,
  KeyReading,
  KeyWorld,
  Part,
} from '../../../app/ports/key-vault.ts'
import { type AccountApi, type Ask, CallRefusal, refused, unreachable } from './account-api.ts'
import { ACCOUNT_APIS } from './account-apis.ts'
import { destination } from './hosts.ts'
import { NoReply, type Reply, type SignedRequest } from './send.ts'
import { type Call, type Signed, signerOf } from './signer.ts'

type Options = {
  readonly clock: Clock
  /** A loopback origin that stands in for every exchange of that world, or null. */
  readonly originOf: (world: KeyWorld) => string | null
  readonly send: (request: SignedRequest) => Promise<Reply>
}

/** Puts questions to exchanges, each with one key. What it remembers is of exchanges, never of keys. */
export class Questions {
  readonly #options: Options
  /** How far an exchange's clock is ahead of ours, ms; measured when it first refuses our time. */
  readonly #ahead = new Map<string, number>()
  #lastNonce = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** What a key may do, has and pays. */
  async ask(world: KeyWorld, material: KeyMaterial): Promise<KeyReading | CallFailure> {
    if (world.exchange === 'kraken' && world.isTestnet) return refused('environment')
    const api = ACCOUNT_APIS[world.exchange]
    const ask = this.#asker(world, material, api)
    const asked = await part(api.permissions(ask, world))
    if (asked.kind !== 'read') return asked
    const permissions: KeyPermissions = asked.value
    const mayRead = permissions.read !== false
    return {
      kind: 'read',
      permissions,
      balances: mayRead ? await part(api.balances(ask, permissions)) : { kind: 'refused', why: 'permission' },
      fees: mayRead ? await part(api.fees(ask, permissions)) : { kind: 'refused', why: 'permission' },
    }
  }

  /** What it has, and nothing else. */
  async balances(world: KeyWorld, material: KeyMaterial, known: KeyPermissions): Promise<Part<KeyBalances>> {
    if (known.read === false) return refused('permission')
    const api = ACCOUNT_APIS[world.exchange]
    return part(api.balances(this.#asker(world, material, api), known))
  }

  #asker(world: KeyWorld, material: KeyMaterial, api: AccountApi): Ask {
    const name = `${world.exchange} ${world.isTestnet} ${world.isDemo}`
    const sign = signerOf(world, material, () => this.#nonce(api.clock === null ? 0 : (this.#ahead.get(name) ?? 0)))
    const once = async (call: Call) => {
      const judged = api.judge(await this.#send(world, signed(sign, call)))
      if (judged.kind !== 'said') throw new CallRefusal(judged)
      return judged.value
    }
    return async (call) => {
      try {
        return await once(call)
      } catch (error) {
        if (!(error instanceof CallRefusal) || error.failure.why !== 'clock' || api.clock === null) throw error
      }
      const time = Number(api.clock.read(await once(api.clock.call)))
      if (!Number.isSafeInteger(time)) throw new CallRefusal(unreachable('unreadable'))
      this.#ahead.set(name, time - this.#options.clock.now())
      return once(call)
    }
  }

  async #send(world: KeyWorld, { url, ...rest }: Signed): Promise<Reply> {
    const origin = this.#options.originOf(world)
    if (world.isDemo && origin === null) throw new CallRefusal(unreachable('network'))
    try {
      return await this.#options.send({ ...rest, url: destination(world, url, origin) })
    } catch (error) {
      if (error instanceof NoReply) throw new CallRefusal(unreachable(error.why))
      throw error
    }
  }

  /** The time for a signature. It never stands still: Kraken refuses a key's second call of the same millisecond. */
  #nonce(ahead: number): number {
    const now = this.#options.clock.now() + ahead
    if (ahead !== 0) return now
    this.#lastNonce = Math.max(this.#lastNonce + 1, now)
    return this.#lastNonce
  }
}

/** What cannot even be signed with, such as a secret that is not base64, is a wrong secret. */
function signed(sign: (call: Call) => Signed, call: Call): Signed {
  try {
    return sign(call)
  } catch {
    throw new CallRefusal(refused('signature'))
  }
}

async function part<T>(answer: Promise<T>): Promise<Part<T>> {
  try {
    return { kind: 'read', value: await answer }
  } catch (error) {
    if (error instanceof CallRefusal) return error.failure
    throw error
  }
}
