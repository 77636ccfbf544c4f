import type { Trade } from '@makas/contract'
import { Check, CircleSlash, LoaderCircle, type LucideIcon, Minus, TriangleAlert, Undo2 } from 'lucide-react'
import { tradeWords as words } from '../../text/market/trades.ts'
import { StateWord } from '../ui/state-word.tsx'

const LOOKS: Readonly<
  Record<Trade['status'], { readonly tone: 'quiet' | 'good' | 'warn' | 'bad'; readonly icon: LucideIcon }>
> = {
  running: { tone: 'quiet', icon: LoaderCircle },
  complete: { tone: 'good', icon: Check },
  partial: { tone: 'warn', icon: CircleSlash },
  missed: { tone: 'quiet', icon: Minus },
  unwound: { tone: 'warn', icon: Undo2 },
  open: { tone: 'bad', icon: TriangleAlert },
}

/** Status of a trade: a word with its icon. */
export function TradeStatus({ status }: { readonly status: Trade['status'] }) {
  return <StateWord {...LOOKS[status]}>{words.statuses[status]}</StateWord>
}
