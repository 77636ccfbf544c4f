import type { PerpFact } from '../../../../app/ports/exchange-reader.ts'
import type { Connection } from '../socket/connection.ts'
import type { Lanes } from '../socket/lanes.ts'
import type { FundingDuties } from './funding-duties.ts'

/** What a market of perpetuals has beside its books: connections that bring marks, and questions about payments. */
export class PerpSide {
  readonly marks: Lanes
  readonly #topic: string | null
  readonly #funding: FundingDuties
  #facts = 0

  /** @param topic the one name that brings the marks of all instruments; null where each symbol is subscribed. */
  constructor(topic: string | null, marks: Lanes, funding: FundingDuties) {
    this.#topic = topic
    this.marks = marks
    this.#funding = funding
  }

  start(): void {
    this.#funding.start()
  }

  stop(): void {
    this.#funding.stop()
    this.marks.stop()
  }

  want(symbols: ReadonlySet<string>): void {
    const names = this.#topic === null || symbols.size === 0 ? symbols : new Set([this.#topic])
    this.marks.want(names, ignore, ignore)
    this.#funding.want(symbols)
  }

  /** A text said this; `reading` is the connection that brought it, if any did. */
  told(fact: PerpFact, reading: Connection | null): void {
    this.#facts++
    if (fact.kind === 'mark') reading?.subscriptions.seen(this.#topic ?? fact.symbol)
    this.#funding.told(fact)
  }

  /** Reads a frame of the marks' connection: one that tells nothing is no sign that marks still come. */
  watch(connection: Connection, read: () => void): void {
    const before = this.#facts
    read()
    if (this.#facts === before) connection.notData()
  }
}

const ignore = () => undefined
