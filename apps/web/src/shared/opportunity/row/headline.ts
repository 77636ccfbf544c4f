import type { OpportunityRow } from '@makas/contract'
import { tr } from '../../../text/frame/tr.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { percent } from '../../format/numbers.ts'
import { apyGrade, cycleGrade, type Grade, roiGrade } from './grades.ts'

const words = opportunityWords

/** The main figure of a row: percent, its grade, its name, and the label of the button that opens it. */
export type Headline = {
  readonly value: number
  readonly grade: Grade
  readonly name: string
  readonly action: string
}

export function headline(row: OpportunityRow): Headline {
  switch (row.mode) {
    case 'spot':
      return netRoi(row.net_roi, roiGrade(row.net_roi), row.symbol)
    case 'tri':
      return netRoi(row.net_roi, cycleGrade(row.net_roi), row.cycle)
    case 'carry': {
      const hold = words.hold(String(row.hold_days))
      return {
        value: row.net_apy,
        grade: apyGrade(row.net_apy),
        name: `${words.columns.netAPY}, ${hold}`,
        action: words.openApy(`${row.symbol} ${tr.exchanges[row.exchange]}`, percent(row.net_apy), hold),
      }
    }
  }
}

function netRoi(value: number, grade: Grade, what: string): Headline {
  return { value, grade, name: words.columns.netROI, action: words.openEvidence(what, percent(value)) }
}

/** Title of a row's dialogs. */
export function rowTitle(row: OpportunityRow): string {
  return row.mode === 'tri' ? row.cycle.replaceAll('→', ' → ') : row.symbol
}

/** Name of a row where its figures are out of sight. */
export function rowName(row: OpportunityRow): string {
  switch (row.mode) {
    case 'spot':
      return `${row.symbol}, ${words.alternatives.route(tr.exchanges[row.buy_exchange], tr.exchanges[row.sell_exchange])}`
    case 'carry':
      return `${row.symbol}, ${tr.exchanges[row.exchange]}, ${words.leverageOf(String(row.leverage))}`
    case 'tri':
      return `${row.cycle}, ${tr.exchanges[row.exchange]}`
  }
}
