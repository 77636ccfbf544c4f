import type { CarryEvidence, CarryRow } from '@makas/contract'
import { percent, whole } from '../../../shared/format/numbers.ts'
import type { WaterfallLine } from '../../../shared/opportunity/waterfall.tsx'
import { tr } from '../../../text/frame/tr.ts'
import { evidenceWords } from '../../../text/market/evidence.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import type { HeldCarry } from './carry-account.ts'
import type { LabelledLeg } from './evidence-facts.tsx'

const words = evidenceWords

/** Exchange, leverage, and the name of a reverse trade. */
export function carryPlace(row: CarryRow): string {
  const parts = [tr.exchanges[row.exchange], opportunityWords.leverageOf(whole(row.leverage)), words.sides[row.side]]
  return parts.join(' · ')
}

/** The lines of a hold as the waterfall draws them. */
export function carryWaterfall({ lines }: HeldCarry): readonly WaterfallLine[] {
  return lines.map((line) => ({
    key: line.kind,
    kind: line.kind === 'net' ? 'net' : line.kind === 'funding' ? 'gain' : 'cost',
    name: words.carryLine[line.kind],
    percent: percent(line.percent),
    amount: line.amount,
  }))
}

export function carryLegs(row: CarryRow, { legs }: CarryEvidence): readonly LabelledLeg[] {
  return legs.map((leg) => ({ name: words.market[leg.market], leg, base: row.base, quote: row.quote }))
}
