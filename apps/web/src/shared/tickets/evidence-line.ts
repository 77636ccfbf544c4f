import type { OpportunityRow } from '@makas/contract'
import { tr } from '../../text/frame/tr.ts'
import { ticketWords } from '../../text/support/tickets.ts'
import { percent } from '../format/numbers.ts'
import { exchangesOf, nameOf, netOf } from '../opportunity/modes/modes.ts'

/** Pair, exchanges and net of a row, in words. */
export function evidenceLine(row: OpportunityRow): { readonly pair: string; readonly rest: string } {
  const exchanges = exchangesOf(row).map((exchange) => tr.exchanges[exchange])
  return {
    pair: nameOf(row).replaceAll('→', ' → '),
    rest: `${exchanges.join(' → ')} · ${ticketWords.evidence.net} ${percent(netOf(row))}`,
  }
}
