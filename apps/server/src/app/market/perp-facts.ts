import type { ExchangeId, Instrument } from '@makas/domain'
import type { PerpFact } from '../ports/exchange-reader.ts'

/** What is known of the perpetuals beside their books. */
export class PerpFacts {
  told(_exchange: ExchangeId, _fact: PerpFact, _now: number): void {
    return
  }

  listed(_instrument: Instrument): void {
    return
  }
}
