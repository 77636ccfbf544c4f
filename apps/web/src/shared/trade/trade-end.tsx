import type { Trade } from '@makas/contract'
import { tradeWords as words } from '../../text/market/trades.ts'
import { exact } from '../format/numbers.ts'
import { ending } from '../opportunity/exact.ts'
import { Notice } from '../ui/notice.tsx'
import { type Leftover, leftoversOf } from './leftovers.ts'
import { placeOf, quantityOf } from './leg-figures.ts'

const TONES = { complete: 'good', partial: 'warn', missed: 'info', unwound: 'warn', open: 'bad' } as const

/** The end of a trade as a sentence; null while it runs. */
export function endOf({ status, orders, left }: Pick<Trade, 'status' | 'orders' | 'left'>): string | null {
  if (status === 'running') return null
  const isAnyGivenBack = orders.some(({ purpose }) => purpose === 'unwind')
  if (status === 'partial' && isAnyGivenBack) return words.ends.partialUnwound
  // What was filled is less than the least order of its exchange.
  if (status === 'unwound' && !isAnyGivenBack) return words.ends.kept
  if (status === 'unwound' && left.length > 0) return words.ends.unwoundPartly
  return words.ends[status]
}

/** The end of a trade; of an open trade also what is left, where, and the order to look up. */
export function TradeEnd({ trade, isNew = false }: { readonly trade: Trade; readonly isNew?: boolean }) {
  if (trade.status === 'running') return null
  const left = leftoversOf(trade)
  return (
    <Notice
      tone={isPositionLeft(trade) ? 'bad' : TONES[trade.status]}
      {...(isNew && trade.status === 'open' ? { role: 'alert' } : {})}
    >
      <p className={trade.status === 'open' ? 'font-semibold' : ''}>{endOf(trade)}</p>
      {restsOf(trade).map((rest) => (
        <p key={rest} className="figures mt-1.5">
          {rest}
        </p>
      ))}
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

const isPositionLeft = ({ left, legs }: Trade) => left.some(({ leg }) => legs[leg]?.market === 'perp')

/** What a closed trade left, in sentences: less than its exchange takes as an order. */
export const restsOf = (trade: Pick<Trade, 'status' | 'legs' | 'left'>): readonly string[] =>
  trade.status === 'open' || trade.status === 'running' ? [] : trade.left.map((one) => restSentence(trade, one))

function restSentence({ legs }: Pick<Trade, 'legs'>, { leg, asset, quantity }: Trade['left'][number]): string {
  const terms = legs[leg]
  if (terms === undefined) return ''
  const isShort = quantity.startsWith('-')
  const [place, amount] = [placeOf(terms), `${exact(ending(quantity.replace('-', '')))} ${asset}`]
  if (terms.market === 'perp') return words.left.position(place, amount, words.left.byHand[isShort ? 'buy' : 'sell'])
  return isShort ? words.left.sold(place, amount) : words.left.held(place, amount)
}

function sentenceOf({ legs }: Trade, { leg, kind, side, quantity }: Leftover): string {
  const terms = legs[leg]
  if (terms === undefined) return ''
  const [place, amount] = [placeOf(terms), quantityOf(terms, quantity)]
  return kind === 'unknown'
    ? words.left.unknown(place, amount, words.sideNames[side])
    : words.left.rest(place, amount, words.left.byHand[side])
}
