import type { TradeWorld } from '@makas/contract'
import { tradeWords as words } from '../../text/market/trades.ts'
import { Badge } from '../ui/badge.tsx'

/** The market that a trade's orders go to; demo is in the warning colour, as everywhere. */
export function TradeWorldBadge({ world }: { readonly world: TradeWorld }) {
  return <Badge tone={world === 'demo' ? 'warn' : 'accent'}>{words.worlds[world]}</Badge>
}
