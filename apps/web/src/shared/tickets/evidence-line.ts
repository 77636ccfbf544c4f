import type { OpportunityRow } from '@makas/contract'
import { tr } from '../../text/frame/tr.ts'
import { ticketWords } from '../../text/support/tickets.ts'
import { percent } from '../format/numbers.ts'

const words = ticketWords.evidence

/** Pair, exchanges and net of a row, in words. */
export function evidenceLine(row: OpportunityRow): { readonly pair: string; readonly rest: string } {
  const { exchanges } = tr
  switch (row.mode) {
    case 'spot':
      return {
        pair: row.symbol,
        rest: `${exchanges[row.buy_exchange]} → ${exchanges[row.sell_exchange]} · ${words.net} ${percent(row.net_roi)}`,
      }
    case 'carry':
      return { pair: row.symbol, rest: `${exchanges[row.exchange]} · ${words.net} ${percent(row.net_apy)}` }
    case 'tri':
      return {
        pair: row.cycle.replaceAll('→', ' → '),
        rest: `${exchanges[row.exchange]} · ${words.net} ${percent(row.net_roi)}`,
      }
  }
}
