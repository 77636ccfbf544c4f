import type { ExchangeProtocol } from '../../../app/ports/exchange-reader.ts'
import { type Ban, banFile } from '../../system/ban-file.ts'
import { ConnectGate } from './connect-gate.ts'
import type { Address } from './dialect.ts'
import { type FeedContext, type Hosts, hostsOf } from './feed-context.ts'
import { RestLine } from './rest-line.ts'

/** Our right to talk to one address: the gate of new connections, the REST budget and the bans. */
export class Access {
  readonly hosts: Hosts
  readonly gate: ConnectGate
  readonly rest: RestLine
  /** 429 and 418 answers. */
  bans = 0

  constructor(protocol: ExchangeProtocol, address: Address, context: FeedContext) {
    const { clock, random, origin, dataDir } = context
    const { prefix, verdict } = address
    this.hosts = hostsOf(address.hosts, prefix, origin)
    this.gate = new ConnectGate(clock, random, address.connects)
    const name = prefix.slice(1)
    this.rest = new RestLine({
      base: this.hosts.rest,
      protocol,
      budget: address.rest,
      verdict,
      clock,
      // A simulated exchange's ban is no ban of the real one.
      bans: banFile(dataDir, origin === null ? name : `${name}-simulated`),
      onBan: (ban) => {
        this.bans++
        this.gate.hold(ban.until)
        context.log('error', 'feed.banned', bannedData(protocol, name, ban))
      },
    })
    const held = this.rest.ban(clock.now())
    if (held !== null) this.gate.hold(held.until)
  }

  stop(): void {
    this.gate.stop()
    this.rest.stop()
  }
}

function bannedData({ exchange }: ExchangeProtocol, address: string, ban: Ban): Record<string, unknown> {
  return { exchange, address, reason: ban.reason, until: new Date(ban.until).toISOString() }
}
