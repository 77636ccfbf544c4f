import type { Trade, TradePlan } from '@makas/contract'
import { tradeWords } from '../../text/market/trades.ts'
import { exact } from '../format/numbers.ts'
import { placesOf } from '../opportunity/exact.ts'
import { differenceOf, type ShownSums, SUM_LINES, type SumLine, shownSums } from './shown-sums.ts'

const words = tradeWords.sums

/** The expected and the actual sums of a trade, line by line. The last line is the sum of the others. */
export function SumsTable({ trade }: { readonly trade: TradePlan | Trade }) {
  const { mode, asset } = trade
  const expected = shownSums(trade.expected)
  const got = 'got' in trade ? shownSums(trade.got) : null
  const all = [expected, ...(got === null ? [] : [got])]
  const isAnyLeft = all.some(({ left }) => left !== '0')
  // The fees of a cycle are deducted in its legs: a line of zero would say that there are none.
  const lines = SUM_LINES.filter((line) => (line === 'fees' ? mode !== 'tri' : line !== 'left' || isAnyLeft))
  const places = Math.max(2, placesOf(all.flatMap((sums) => lines.map((line) => sums[line]))) ?? 2)
  const isRunning = 'status' in trade && trade.status === 'running'
  const isRounded = all.some((sums) => sums.isRounded)
  return (
    <div className="flex flex-col gap-1">
      <table className="figures w-full text-13">
        <caption className="pb-1 text-left text-12 text-text-3">
          {got === null ? words.caption.expected : words.caption.both}, {asset}
        </caption>
        <thead className={got === null ? 'sr-only' : 'text-12 text-text-3'}>
          <tr className="[&>th]:pb-1 [&>th]:font-medium">
            <th scope="col" className="text-left">
              <span className="sr-only">{words.line}</span>
            </th>
            <th scope="col" className="text-right">
              {words.expected}
            </th>
            {got !== null && (
              <th scope="col" className="text-right">
                {isRunning ? words.soFar : words.got}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line} className={line === 'net' ? 'font-semibold' : ''}>
              <th
                scope="row"
                className={`border-t border-line py-1.5 text-left ${line === 'net' ? '' : 'font-normal text-text-2'}`}
              >
                {line === 'net' && got === null ? words.expectedNet : words.lines[line]}
              </th>
              <Cell sums={expected} line={line} places={places} quiet={got !== null} />
              {got !== null && <Cell sums={got} line={line} places={places} quiet={false} />}
            </tr>
          ))}
        </tbody>
      </table>
      {got !== null && !isRunning && <Difference got={got} expected={expected} asset={asset} />}
      <p className="text-12 text-text-3 empty:hidden">
        {[
          mode === 'carry' && words.carry,
          mode === 'tri' && words.tri,
          isAnyLeft && words.left,
          isRounded && words.rounded,
        ]
          .filter((note) => note !== false)
          .join(' ')}
      </p>
    </div>
  )
}

function Cell(props: {
  readonly sums: ShownSums
  readonly line: SumLine
  readonly places: number
  readonly quiet: boolean
}) {
  const text = exact(props.sums[props.line], props.places)
  const isGain = props.line === 'net' && /^[^−]*[1-9]/.test(text)
  return (
    <td className={`border-t border-line py-1.5 pl-4 text-right whitespace-nowrap ${props.quiet ? 'text-text-2' : ''}`}>
      {isGain ? `+${text}` : text}
    </td>
  )
}

function Difference(props: { readonly got: ShownSums; readonly expected: ShownSums; readonly asset: string }) {
  const difference = differenceOf(props.got, props.expected)
  if (difference === '0') return <p className="text-13 text-text-2">{words.difference.same}</p>
  const isLess = difference.startsWith('-')
  return (
    <p className={`figures text-13 ${isLess ? 'text-warn' : 'text-good'}`}>
      {isLess ? words.difference.less : words.difference.more}: {exact(difference.replace('-', ''), 2)} {props.asset}
    </p>
  )
}
