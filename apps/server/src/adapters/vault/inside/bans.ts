import type { Clock } from '../../../app/ports/system/clock.ts'
import type { CallFailure, KeyWorld } from '../../../app/ports/trading/key-vault.ts'
import { banEnd, retryAfterMs, verdictOf } from '../../exchanges/_shared/talk/verdict.ts'
import { type Ban, type BanFile, banFile } from '../../system/files/ban-file.ts'
import { unreachable } from './account-api.ts'
import { addressesOf } from './hosts.ts'
import type { Reply } from './send.ts'

const MINUTE_MS = 60_000
/** Beginning of an answer in which a ban is looked for, characters. */
const START = 400
/**
 * Request weight a minute at which questions give way to orders: 90 % of Binance's limits. Feeds count what others have
 * used too, and stop at 70 %.
 */
const MOST_WEIGHT: Readonly<Record<string, number>> = { binance: 5_400, 'binance-usdm': 2_160 }
/** Binance's code of too many orders. */
const TOO_MANY_ORDERS = /"code"\s*:\s*-1015\b/
/** Bybit's refusals of an address, by status and by code, with the same waits as its feed. */
const BYBIT = { frequentMs: 600_000, tooMany: /"retCode"\s*:\s*10018\b/, tooManyMs: 5_000 }

/**
 * Bans of the addresses that signed calls go to (F20). Feeds and vault note them in the same files, and each looks
 * there before it asks: the side that hears of a ban first tells the other.
 */
export class AddressBans {
  readonly #dataDir: string
  readonly #clock: Clock
  readonly #used = new Map<string, { readonly minute: number; readonly weight: number }>()

  constructor(dataDir: string, clock: Clock) {
    this.#dataDir = dataDir
    this.#clock = clock
  }

  /** Why an exchange must not be asked now; null where it may. `isPatient`: a question, which gives way to orders. */
  failure(world: KeyWorld, isSimulated: boolean, isPatient: boolean): CallFailure | null {
    const now = this.#clock.now()
    // A limit of one kind of public calls does not limit signed calls, except at Binance, which counts them together.
    const bans = this.#files(world, isSimulated)
      .flatMap((file) => file.read(now) ?? [])
      .filter(({ isTold }) => isTold !== false || world.exchange === 'binance')
    const last = bans.reduce<Ban | null>((latest, ban) => (latest && latest.until > ban.until ? latest : ban), null)
    if (last !== null) return failureOf(last)
    const minute = Math.floor(now / MINUTE_MS)
    const isUsedUp = addressesOf(world).some((name) => {
      const used = this.#used.get(nameOf(name, isSimulated))
      return used?.minute === minute && used.weight >= (MOST_WEIGHT[name] ?? Number.POSITIVE_INFINITY)
    })
    return isPatient && isUsedUp ? unreachable('rate-limited', (minute + 1) * MINUTE_MS) : null
  }

  /** Notes the ban and the request weight that an answer tells; the ban as a failure, or null. */
  heard(world: KeyWorld, isSimulated: boolean, address: string, reply: Reply): CallFailure | null {
    const now = this.#clock.now()
    const minute = Math.floor(now / MINUTE_MS)
    if (reply.usedWeight !== undefined)
      this.#used.set(nameOf(address, isSimulated), { minute, weight: reply.usedWeight })
    const ban = banIn(world, reply, now)
    if (ban === null) return null
    // A banned client pauses on all addresses of the exchange.
    for (const file of this.#files(world, isSimulated)) {
      const noted = file.read(now)
      if (noted === null || noted.until < ban.until) file.write(ban)
    }
    return failureOf(ban)
  }

  #files(world: KeyWorld, isSimulated: boolean): readonly BanFile[] {
    return addressesOf(world).map((name) => banFile(this.#dataDir, nameOf(name, isSimulated)))
  }
}

/** A simulated exchange's ban is no ban of the real one. */
const nameOf = (address: string, isSimulated: boolean): string => (isSimulated ? `${address}-simulated` : address)

const failureOf = ({ until, reason }: Ban): CallFailure =>
  unreachable(reason === 'region-refused' ? 'blocked' : 'rate-limited', until)

/**
 * The ban of our address in the answer to a signed call; null where there is none. Except at Binance, a limit without
 * an end is a limit of the key alone.
 */
function banIn({ exchange }: KeyWorld, { status, text, retryAfter }: Reply, now: number): Ban | null {
  const start = text.slice(0, START)
  const verdict = verdictOf(status, start)
  const toldMs = status === 200 ? null : retryAfterMs(retryAfter ?? null, start, now)
  const ban = (reason: Ban['reason'], holdMs: number) => ({ reason, until: banEnd(now, toldMs ?? holdMs) })
  if (verdict.kind === 'limited') {
    // Binance counts orders by account.
    const isOfAddress =
      (exchange === 'binance' && !TOO_MANY_ORDERS.test(start)) ||
      verdict.reason !== 'too-many-requests' ||
      toldMs !== null
    return isOfAddress ? ban(verdict.reason, verdict.holdMs) : null
  }
  if (exchange === 'bybit' && status === 403) return ban('too-many-requests', BYBIT.frequentMs)
  if (exchange === 'bybit' && BYBIT.tooMany.test(start)) return ban('too-many-requests', BYBIT.tooManyMs)
  return status === 403 && toldMs !== null ? ban('too-many-requests', toldMs) : null
}
