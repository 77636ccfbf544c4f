import type { Trade } from '@makas/contract'
import { tradeWords as words } from '../../text/market/trades.ts'
import { Notice } from '../ui/notice.tsx'
import { type Leftover, leftoversOf } from './leftovers.ts'
import { placeOf, quantityOf } from './leg-figures.ts'

const TONES = { complete: 'good', partial: 'warn', missed: 'info', unwound: 'warn', open: 'bad' } as const

/** The end of a trade as a sentence; null while it runs. */
export function endOf({ status, orders }: Pick<Trade, 'status' | 'orders'>): string | null {
  if (status === 'running') return null
  const isAnyGivenBack = orders.some(({ purpose }) => purpose === 'unwind')
  if (status === 'partial' && isAnyGivenBack) return words.ends.partialUnwound
  // Less was filled than the least order that its exchange takes.
  if (status === 'unwound' && !isAnyGivenBack) return words.ends.kept
  return words.ends[status]
}

/** The end of a trade; for an open one also what is left, where, and the order to look it up by. */
export function TradeEnd({ trade, isNew = false }: { readonly trade: Trade; readonly isNew?: boolean }) {
  if (trade.status === 'running') return null
  const left = leftoversOf(trade)
  return (
    <Notice tone={TONES[trade.status]} {...(isNew && trade.status === 'open' ? { role: 'alert' } : {})}>
      <p className={trade.status === 'open' ? 'font-semibold' : ''}>{endOf(trade)}</p>
      {left.length > 0 && (
        <ul className="figures mt-1.5 flex flex-col gap-1.5">
          {left.map((one) => (
            <li key={`${one.clientId} ${one.kind}`}>
              {sentenceOf(trade, one)}
              <span className="block text-12 text-text-2">
                {words.clientId} <code className="font-mono break-all">{one.clientId}</code>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

function sentenceOf({ legs }: Trade, { leg, kind, side, quantity }: Leftover): string {
  const terms = legs[leg]
  if (terms === undefined) return ''
  const [place, amount] = [placeOf(terms), quantityOf(terms, quantity)]
  return kind === 'unknown'
    ? words.left.unknown(place, amount, words.sideNames[side])
    : words.left.rest(place, amount, words.left.byHand[side])
}
