import type { PaperTrade } from '@makas/contract'
import { ArrowDown, Check, CircleSlash, Minus } from 'lucide-react'
import { amount, percent, signedGain } from '../../shared/format/numbers.ts'
import { istanbulClock, istanbulTime } from '../../shared/format/times.ts'
import { wholePercent } from '../../shared/opportunity/exact.ts'
import { Chip } from '../../shared/opportunity/row/figures.tsx'
import { tr } from '../../text/frame/tr.ts'
import { portfolioText } from '../../text/market/portfolio.ts'

const words = portfolioText.paper
const RIGHT = 'px-3 text-right whitespace-nowrap'

/** Paper trades, newest first: the expected beside the actual result. On a phone a trade takes two lines. */
export function PaperRows(props: { readonly trades: readonly PaperTrade[]; readonly withDay?: boolean }) {
  const { trades, withDay = false } = props
  const { columns } = words
  return (
    <table aria-label={words.table} className="figures w-full text-13 max-sm:block">
      <thead className="text-12 text-text-3 max-sm:sr-only">
        <tr className="h-9 text-left [&>th]:font-medium">
          {(['time', 'pair', 'route', 'amount', 'expected', 'got', 'result'] as const).map((column) => (
            <th key={column} scope="col" className={['amount', 'expected', 'got'].includes(column) ? RIGHT : 'px-3'}>
              {columns[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {trades.map((trade) => (
          <tr
            key={trade.id}
            className="h-10 border-t border-line max-sm:grid max-sm:h-auto max-sm:grid-cols-2 max-sm:py-2 max-sm:[&>td]:py-0.5"
          >
            <td className="px-3 whitespace-nowrap text-text-2 max-sm:order-3">
              {(withDay ? istanbulTime : istanbulClock)(Date.parse(trade.ordered_at))}
            </td>
            <th scope="row" className="px-3 text-left font-normal whitespace-nowrap max-sm:order-1 sm:py-1">
              <span className="flex items-center gap-x-2 sm:flex-col sm:items-start">
                <span>
                  <span className="font-semibold">{trade.base}</span>
                  <span className="text-text-3">/{trade.quote}</span>
                </span>
                {trade.source !== 'live' && <Chip>{tr.sources[trade.source]}</Chip>}
              </span>
            </th>
            <td className="px-3 whitespace-nowrap text-text-2 max-sm:order-5">
              {tr.exchanges[trade.buy_exchange]} → {tr.exchanges[trade.sell_exchange]}
            </td>
            <td className={`${RIGHT} text-text-2 max-sm:hidden`}>{amount(Number(trade.amount))}</td>
            <td className={`${RIGHT} text-text-2 max-sm:order-4`}>
              <span className="text-text-3 sm:hidden">{columns.expected} </span>
              {signedGain(Number(trade.expected.net))}
            </td>
            <td className={`${RIGHT} font-semibold max-sm:order-2`}>{signedGain(Number(trade.got.net))}</td>
            <td className="px-3 whitespace-nowrap max-sm:order-6 max-sm:text-right">
              <Result trade={trade} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** End state of a trade: a word with its icon. */
export function Result({ trade }: { readonly trade: PaperTrade }) {
  const { tone, Icon, text } = endOf(trade)
  return (
    <span className={`inline-flex items-center gap-1.5 ${tone}`}>
      <Icon size={14} aria-hidden className="shrink-0" />
      {text}
    </span>
  )
}

function endOf({ status, expected, got }: PaperTrade) {
  const { results } = words
  if (status === 'missed') return { tone: 'text-text-2', Icon: Minus, text: results.missed }
  if (got.net.startsWith('-')) return { tone: 'text-bad', Icon: ArrowDown, text: results.lost }
  if (status === 'filled') return { tone: 'text-good', Icon: Check, text: results.filled }
  const share = percent(wholePercent(got.size, expected.size), 0)
  return { tone: 'text-warn', Icon: CircleSlash, text: results.partial(share) }
}
