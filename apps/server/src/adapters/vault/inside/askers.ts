import type { Clock } from '../../../app/ports/system/clock.ts'
import type { KeyMaterial, KeyWorld } from '../../../app/ports/trading/key-vault.ts'
import { wallTime } from '../../system/system-clock.ts'
import { type AccountApi, type Ask, CallRefusal, refused, unreachable } from './account-api.ts'
import { ACCOUNT_APIS } from './account-apis.ts'
import type { AddressBans } from './bans.ts'
import { addressOf, destination } from './hosts.ts'
import { NoReply, type Reply, type SignedRequest } from './send.ts'
import { type Call, type SignedCall, signerOf, tellsExpiry } from './signer.ts'

export type AskersOptions = {
  readonly bans: AddressBans
  readonly clock: Clock
  /** A loopback origin in place of every exchange of that world, or null. */
  readonly originOf: (world: KeyWorld) => string | null
  readonly send: (request: SignedRequest) => Promise<Reply>
}

/** Calls to one exchange with one key. */
export type Asker = {
  readonly api: AccountApi
  /** Makes a call and returns the answer's content. @throws CallRefusal */
  readonly ask: Ask
  /** Makes a call and returns the raw answer. @throws CallRefusal where none came; TooLate */
  readonly reply: (call: Call) => Promise<Reply>
  /** Reads the exchange's time unless it is known or orders carry no expiry. @throws CallRefusal */
  readonly knowTime: () => Promise<void>
}

/** The call's `sendBy` had passed, and it was not sent. */
export class TooLate extends Error {}

/** Makes askers. Its state is about exchanges, never about keys. */
export class Askers {
  readonly #options: AskersOptions
  /** Exchanges' clocks minus ours, ms; measured before the first order, or after a call refused for its time. */
  readonly #ahead = new Map<string, number>()
  #lastNonce = 0

  constructor(options: AskersOptions) {
    this.#options = options
  }

  /** `isPatient`: questions, which give way to orders while the request weight of our address is nearly used up. */
  of(world: KeyWorld, material: KeyMaterial, isPatient = false): Asker {
    const api = ACCOUNT_APIS[world.exchange]
    const name = `${world.exchange} ${world.isTestnet} ${world.isDemo}`
    const sign = signerOf(world, material, () => this.#nonce(api.clock === null ? 0 : (this.#ahead.get(name) ?? 0)))
    const once = (call: Call) => {
      if (call.sendBy !== undefined && wallTime() > call.sendBy) throw new TooLate()
      return this.#send(world, signed(sign, call), isPatient)
    }
    const said = (reply: Reply) => {
      const judged = api.judge(reply)
      if (judged.kind !== 'said') throw new CallRefusal(judged)
      return judged.value
    }
    const readTime = async ({ call, read }: NonNullable<AccountApi['clock']>) => {
      const time = Number(read(said(await once(call))))
      if (!Number.isSafeInteger(time)) throw new CallRefusal(unreachable('unreadable'))
      this.#ahead.set(name, time - this.#options.clock.now())
    }
    const reply = async (call: Call): Promise<Reply> => {
      const first = await once(call)
      const judged = api.judge(first)
      if (judged.kind === 'said') return first
      // A call refused for its time or nonce was not carried out: it may be sent again.
      if (judged.why === 'clock' && api.clock !== null) await readTime(api.clock)
      // A later call of ours with the same key arrived first.
      else if (judged.why !== 'nonce') return first
      return once(call)
    }
    const knowTime = async () => {
      if (tellsExpiry(world.exchange) && api.clock !== null && !this.#ahead.has(name)) await readTime(api.clock)
    }
    return { api, ask: async (call) => said(await reply(call)), reply, knowTime }
  }

  /** @throws CallRefusal also in a ban: nothing is sent then. */
  async #send(world: KeyWorld, { url, ...rest }: SignedCall, isPatient: boolean): Promise<Reply> {
    const { originOf, bans, send } = this.#options
    const origin = originOf(world)
    if (world.isDemo && origin === null) throw new CallRefusal(unreachable('network'))
    const isSimulated = origin !== null
    const held = bans.failure(world, isSimulated, isPatient)
    if (held !== null) throw new CallRefusal(held)
    try {
      const reply = await send({ ...rest, url: destination(world, url, origin) })
      const ban = bans.heard(world, isSimulated, addressOf(world, url), reply)
      if (ban !== null) throw new CallRefusal(ban)
      return reply
    } catch (error) {
      if (error instanceof NoReply) throw new CallRefusal(unreachable(error.why))
      throw error
    }
  }

  /** The time of a signature, strictly increasing: Kraken refuses a key's second call of the same millisecond. */
  #nonce(ahead: number): number {
    const now = this.#options.clock.now() + ahead
    if (ahead !== 0) return now
    this.#lastNonce = Math.max(this.#lastNonce + 1, now)
    return this.#lastNonce
  }
}

/** Signs a call. A secret that cannot sign, such as one that is not base64, counts as a wrong signature. */
function signed(sign: (call: Call) => SignedCall, call: Call): SignedCall {
  try {
    return sign(call)
  } catch {
    throw new CallRefusal(refused('signature'))
  }
}
