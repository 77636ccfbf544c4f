import type { ExchangeId } from '@makas/domain'
import { after, type Timer, wallMs } from '../clock.ts'
import type { BinanceFront } from '../exchanges/binance/front.ts'
import type { KrakenFront } from '../exchanges/kraken/front.ts'
import type { Instrument, ListingState } from '../market/instrument.ts'
import type { Perpetual } from '../market/perpetual.ts'
import type { Connection } from '../wire/connection.ts'
import type { Context, Front } from '../wire/front.ts'
import type { Gateway } from '../wire/gateway.ts'
import type { Fault } from './fault.ts'
import { type LiveFault, statusOf } from './fault-injector.ts'

type Fronts = Readonly<Record<ExchangeId, Front>> & { readonly binance: BinanceFront; readonly kraken: KrakenFront }

const STATES: Partial<Record<Fault['kind'], ListingState>> = { halt: 'halted', delist: 'delisted', relist: 'trading' }

const isMeant = (fault: Fault, { listing }: Instrument): boolean =>
  (!fault.exchange || listing.exchange === fault.exchange) && (!fault.symbol || listing.symbol === fault.symbol)

/** Only Kraken announces its maintenance on the wire. */
const isAboutKraken = ({ exchange }: Fault): boolean => exchange === undefined || exchange === 'kraken'

/** Puts scripted faults into the injector. Carries out faults of connections and listings at their time. */
export class FaultRunner {
  readonly #context: Context
  readonly #gateway: Gateway
  readonly #fronts: Fronts
  readonly #timers = new Set<Timer>()

  constructor(context: Context, gateway: Gateway, fronts: Fronts) {
    this.#context = context
    this.#gateway = gateway
    this.#fronts = fronts
  }

  /** Starts a fault; the returned function ends it. */
  script(fault: Fault): () => void {
    const live = this.#context.injector.add(fault)
    this.#after(Math.max(0, live.startsAt - wallMs()), () => this.#begin(live))
    return () => {
      this.#context.injector.remove(live)
      this.#end(live)
    }
  }

  clear(): void {
    for (const timer of this.#timers) timer.cancel()
    this.#timers.clear()
    this.#context.injector.clear()
    this.#fronts.kraken.announce('online')
    const { instruments, perpetuals } = this.#context.market
    for (const one of [...instruments, ...perpetuals]) if (one.state !== 'trading') this.#set(one, 'trading')
    this.#restoreIntervals({ kind: 'funding-interval' })
  }

  #begin(live: LiveFault): void {
    const { fault } = live
    const { injector } = this.#context
    switch (fault.kind) {
      case 'disconnect':
        if (fault.rate !== undefined) return
        this.#strikeConnections(live, (one) => (fault.how === 'reset' ? one.reset() : one.close(1001, 'going away')))
        return
      case 'down':
        for (const one of this.#connections(fault)) one.reset()
        return
      case 'half-open':
        this.#strikeConnections(live, (one) => one.die())
        return
      case 'slow-drip':
        this.#strikeConnections(live, (one) => one.drip(fault.bytes ?? 200))
        return
      case 'server-shutdown':
        injector.record(live)
        this.#fronts.binance.announceShutdown()
        this.#after(fault.ms ?? 2_000, () => this.#closeAll({ ...fault, exchange: 'binance' }))
        return
      case 'maintenance':
        this.#maintain(live)
        return
      case 'halt':
      case 'delist':
      case 'relist':
        this.#relist(live)
        return
      case 'funding-interval':
        this.#changeIntervals(live)
        return
      default:
      // Front and gateway ask the injector about all other faults, frame by frame and request by request.
    }
  }

  #end(live: LiveFault): void {
    if (live.fault.kind === 'maintenance' && isAboutKraken(live.fault)) this.#fronts.kraken.announce('online')
    if (live.fault.kind === 'funding-interval') this.#restoreIntervals(live.fault)
  }

  #changeIntervals(live: LiveFault): void {
    const { fault, endsAt } = live
    this.#context.injector.record(live)
    for (const one of this.#perpetuals(fault)) one.funding.changeInterval(fault.hours ?? null, this.#wallOf(one))
    if (Number.isFinite(endsAt)) this.#after(endsAt - wallMs(), () => this.#restoreIntervals(fault))
  }

  #restoreIntervals(fault: Fault): void {
    for (const one of this.#perpetuals(fault)) one.funding.restoreInterval(this.#wallOf(one))
  }

  #perpetuals(fault: Fault): Perpetual[] {
    return this.#context.market.perpetuals.filter((one) => isMeant(fault, one))
  }

  #wallOf({ listing }: Perpetual): number {
    return this.#context.wall(listing.exchange, listing.symbol)
  }

  #maintain(live: LiveFault): void {
    const { fault, endsAt } = live
    this.#context.injector.record(live)
    if (!isAboutKraken(fault)) return
    const status = statusOf(fault)
    this.#fronts.kraken.announce(status)
    if (status === 'maintenance') this.#after(fault.ms ?? 1_000, () => this.#closeAll({ ...fault, exchange: 'kraken' }))
    if (Number.isFinite(endsAt)) this.#after(endsAt - wallMs(), () => this.#fronts.kraken.announce('online'))
  }

  #relist({ fault, random }: LiveFault): void {
    const state = STATES[fault.kind]
    if (!state) return
    const { instruments, perpetuals } = this.#context.market
    const all = [...instruments, ...perpetuals].filter((one) => isMeant(fault, one))
    // Without a symbol `count` random markets are struck (default: one).
    const wanted = fault.symbol ? all.length : (fault.count ?? 1)
    for (let i = 0; i < wanted && all.length > 0; i += 1) {
      const [instrument] = all.splice(random.below(all.length), 1)
      if (instrument) this.#set(instrument, state)
    }
  }

  #set(instrument: Instrument, state: ListingState): void {
    if (instrument.state === state) return
    instrument.state = state
    this.#fronts[instrument.listing.exchange].relisted(instrument)
  }

  #connections(fault: Fault): Connection[] {
    return [...this.#gateway.connections].filter((one) => !fault.exchange || one.exchange === fault.exchange)
  }

  #strikeConnections(live: LiveFault, strike: (connection: Connection) => void): void {
    const { fault, random } = live
    const struck = this.#connections(fault).filter(() => fault.rate === undefined || random.unit() < fault.rate)
    for (const connection of struck.slice(0, fault.count)) {
      this.#context.injector.record(live)
      strike(connection)
    }
  }

  #closeAll(fault: Fault): void {
    for (const one of this.#connections(fault)) one.close(1001, 'going away')
  }

  #after(ms: number, run: () => void): void {
    const timer = after(ms, () => {
      this.#timers.delete(timer)
      run()
    })
    this.#timers.add(timer)
  }
}
