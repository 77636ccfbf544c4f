import type { OpportunityRow } from '@makas/contract'
import { tr } from '../../../text/frame/tr.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { percent } from '../../format/numbers.ts'
import { exchangesOf, factsOf, nameOf } from '../modes/modes.ts'
import type { Grade } from './grades.ts'

const words = opportunityWords

/** The main figure of a row: percent, its grade, its name, and the label of the button that opens it. */
export type Headline = {
  readonly value: number
  readonly grade: Grade
  readonly name: string
  readonly action: string
}

export function headline(row: OpportunityRow): Headline {
  const facts = factsOf(row.mode)
  const what = facts.name(row)
  const value = facts.net(row)
  const grade = facts.grade(value)
  if (facts.holdDays === null)
    return { value, grade, name: words.columns.netROI, action: words.openEvidence(what, percent(value)) }
  const hold = words.hold(String(facts.holdDays(row)))
  const action = words.openApy(`${what} ${placeOf(row)}`, percent(value), hold)
  return { value, grade, name: `${words.columns.netAPY}, ${hold}`, action }
}

/** Title of a row's dialogs. */
export const rowTitle = (row: OpportunityRow) => nameOf(row).replaceAll('→', ' → ')

/** Where the trade is made. */
export function placeOf(row: OpportunityRow): string {
  const [first = '', second] = exchangesOf(row).map((exchange) => tr.exchanges[exchange])
  return second === undefined ? first : words.alternatives.route(first, second)
}

/** Name of a row where its figures are out of sight. */
export function rowName(row: OpportunityRow): string {
  const { leverage } = factsOf(row.mode)
  const times = leverage === null ? [] : [words.leverageOf(String(leverage.times(row)))]
  return [nameOf(row), placeOf(row), ...times].join(', ')
}
