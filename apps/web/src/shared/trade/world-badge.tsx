import type { TradeWorld } from '@makas/contract'
import { tradeWords as words } from '../../text/market/trades.ts'
import { Badge } from '../ui/badge.tsx'

/** Where the orders of a trade go; demo stands out as it does everywhere. */
export function TradeWorldBadge({ world }: { readonly world: TradeWorld }) {
  return <Badge tone={world === 'demo' ? 'warn' : 'accent'}>{words.worlds[world]}</Badge>
}
