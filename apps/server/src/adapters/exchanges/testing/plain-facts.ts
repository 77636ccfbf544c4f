import { type Decimal, decimalText } from '@makas/domain'
import type { PerpFact } from '../../../app/ports/market/exchange-reader.ts'

/** A fact as an array for comparison, with numbers as their shortest decimal texts. */
function plainFact(fact: PerpFact): readonly unknown[] {
  switch (fact.kind) {
    case 'mark':
      return ['mark', fact.symbol, text(fact.mark), text(fact.index)]
    case 'rate':
      return ['rate', fact.symbol, text(fact.rate), fact.nextFundingAt]
    case 'settled':
      return ['settled', fact.symbol, ...fact.rates.map(({ time, rate }) => [time, text(rate)])]
    case 'interval':
      return ['interval', fact.symbol, fact.hours]
    case 'intervals':
      return ['intervals', ...fact.hours, fact.otherwise]
    case 'tiers':
      return [
        'tiers',
        fact.symbol,
        fact.table.by,
        ...fact.table.tiers.map(({ floor, mmr }) => [text(floor), text(mmr)]),
      ]
    case 'borrow':
      return ['borrow', ...[...fact.yearly].map(([ticker, yearly]) => [ticker, text(yearly)])]
  }
}

const text = (value: Decimal | null) => (value === null ? null : decimalText(value))

export const plainFacts = (facts: readonly PerpFact[]) => facts.map(plainFact)
