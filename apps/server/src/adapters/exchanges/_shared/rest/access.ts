import type { ExchangeProtocol } from '../../../../app/ports/market/exchange-reader.ts'
import type { Clock } from '../../../../app/ports/system/clock.ts'
import { type Ban, banFile } from '../../../system/files/ban-file.ts'
import { ConnectGate } from '../socket/connect-gate.ts'
import { type AddressLimits, limitsTogether, ownLimits } from '../talk/address-limits.ts'
import type { Address } from '../talk/dialect.ts'
import { type FeedContext, type Hosts, hostsOf } from '../talk/feed-context.ts'
import { RestClient } from './rest-client.ts'

/** Access to one address: its rate limits and bans, the gate of new connections, the REST calls. */
export class Access {
  readonly hosts: Hosts
  readonly limits: AddressLimits
  readonly gate: ConnectGate
  readonly rest: RestClient
  /** 429 and 418 answers. */
  bans = 0
  readonly #clock: Clock
  #isApplyingBan = false

  /** @param onBan called when this address is banned: the exchange's other addresses pause too. */
  constructor(protocol: ExchangeProtocol, address: Address, context: FeedContext, onBan: (ban: Ban) => void) {
    const { clock, random, origin, dataDir } = context
    this.#clock = clock
    const { prefix, verdict } = address
    this.hosts = hostsOf(address.hosts, prefix, origin)
    const shared = context.sharedLimits?.[prefix]
    this.limits = shared === undefined ? ownLimits(address, () => clock.now()) : limitsTogether(address, shared)
    const name = prefix.slice(1)
    this.rest = new RestClient({
      base: this.hosts.rest,
      protocol,
      limits: this.limits,
      verdict,
      clock,
      // A simulated exchange's ban is no ban of the real one.
      bans: banFile(dataDir, origin === null ? name : `${name}-simulated`),
      onBan: (ban) => {
        if (this.#isApplyingBan) return
        this.bans++
        const until = new Date(ban.until).toISOString()
        context.log('error', 'feed.banned', { exchange: protocol.exchange, address: name, reason: ban.reason, until })
        onBan(ban)
      },
    })
    const { rest, limits } = this
    const ban = {
      get last() {
        rest.heed()
        return limits.ban.last
      },
    }
    this.gate = new ConnectGate(clock, random, { connects: limits.connects, ban })
  }

  /** Takes over the ban of another address of the exchange: a banned client pauses on all of them (F20). */
  applyBan({ reason, until }: Ban): void {
    this.#isApplyingBan = true
    this.rest.hold(reason, until - this.#clock.now())
    this.#isApplyingBan = false
  }

  stop(): void {
    this.gate.stop()
    this.rest.stop()
  }
}
