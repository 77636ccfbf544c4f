import type { PerpFact } from '../../../../app/ports/market/exchange-reader.ts'
import type { Connection } from '../socket/connection.ts'
import type { Lanes } from '../socket/lanes.ts'
import type { FundingDuties } from './funding-duties.ts'

/** The part of a perpetuals' feed beside its books: connections for marks, and REST calls about funding. */
export class MarksAndFunding {
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

  /** Takes a fact; `reading` is the connection whose frame brought it, null for an answer to a REST call. */
  onFact(fact: PerpFact, reading: Connection | null): void {
    this.#facts++
    if (fact.kind === 'mark') reading?.subscriptions.seen(this.#topic ?? fact.symbol)
    this.#funding.onFact(fact)
  }

  /** Reads a frame of the marks' connection; a frame without a fact does not count as data against silence. */
  watch(connection: Connection, read: () => void): void {
    const before = this.#facts
    read()
    if (this.#facts === before) connection.notData()
  }
}

const ignore = () => undefined
