import type { TriEvidence, TriLeg, TriRow } from '@makas/contract'
import { exactText } from '@makas/domain'
import { exactValue, minus, type TakenLevel, takenLevels } from '../../../shared/opportunity/exact.ts'

/** One leg of a cycle: the asset given, the asset got, the pair and the quantities. */
export type PathLeg = {
  /** Number of the leg: 1, 2 or 3. */
  readonly step: number
  readonly pair: string
  readonly base: string
  readonly quote: string
  readonly side: 'buy' | 'sell'
  /** Average fill price. */
  readonly price: number
  readonly gives: string
  readonly gets: string
  readonly leg: TriLeg
  /** Levels that the order takes; the evidence may carry more, for the walk without fees. */
  readonly levels: readonly TakenLevel[]
}

/** The legs in the order in which they are traded. */
export function pathLegs(row: TriRow, evidence: TriEvidence): readonly PathLeg[] {
  const [first, second, third] = evidence.legs
  return [
    step(1, row.leg1_pair, row.leg1_side, row.leg1_price, first),
    step(2, row.leg2_pair, row.leg2_side, row.leg2_price, second),
    step(3, row.leg3_pair, row.leg3_side, row.leg3_price, third),
  ]
}

function step(at: number, pair: string, side: PathLeg['side'], price: number, leg: TriLeg): PathLeg {
  const [base = '', quote = ''] = pair.split('/')
  const [gives, gets] = side === 'buy' ? [quote, base] : [base, quote]
  const levels = takenLevels(leg, leg.ordered).filter(({ taken }) => taken !== '0')
  return { step: at, pair, base, quote, side, price, gives, gets, leg, levels }
}

/** Received, spent with a minus, and the difference. */
export function cycleSum({ legs, net }: TriEvidence): readonly string[] {
  return [legs[2].received, exactText(minus(exactValue(legs[0].spent))), net]
}
