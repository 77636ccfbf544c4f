import type { Status } from '@makas/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { signedGain, whole } from '../../shared/format/numbers.ts'
import { span } from '../../shared/format/times.ts'
import { flowOf } from '../../shared/live/flow.ts'
import { Confidence, Latency, Pair, Route, Size, SourceMark } from '../../shared/opportunity/row/figures.tsx'
import { steadyNow } from '../../shared/time/steady.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Empty } from '../../shared/ui/state-view.tsx'
import { Ticking } from '../../shared/ui/ticking.tsx'
import { emptyListWords } from '../../text/market/empty-list.ts'
import { portfolioText } from '../../text/market/portfolio.ts'
import { NetLink } from './net-link.tsx'
import { PolledPart } from './polled-part.tsx'
import { TOP, type TopRows as TopRowsAnswer } from './portfolio-queries.ts'
import { TopRowActions, Trial } from './top-row-action.tsx'

const words = portfolioText.top
/** Tighter cells beside the balances and on a tablet, so that the last column needs no scrolling. */
const CELL = 'px-3 md:max-lg:px-2 lg:max-xl:px-1 xl:max-[1439px]:px-2'
/** Hides a column beside the balances on a small screen, so that the action needs no scrolling. */
const BESIDE_BALANCES = 'lg:max-xl:hidden'
const RIGHT = `${CELL} text-right whitespace-nowrap`

/** Opens the order dialog of a row. */
type Trade = (row: TopRowsAnswer['rows'][number]) => void

/** The ten best spot rows of the last answer (DASH-03). On the paper portfolio a row offers only the trial. */
export function TopRows(props: {
  readonly query: UseQueryResult<TopRowsAnswer>
  readonly status: Status | undefined
  readonly trade?: Trade
}) {
  const { query, status, trade } = props
  return (
    <Panel
      title={words.title}
      hint={flowOf(status) === 'lost' ? undefined : query.data && words.note(whole(query.data.rows.length))}
      action={
        <Link to="/opportunities" className="font-medium text-accent hover:underline">
          {words.all}
        </Link>
      }
    >
      <PolledPart query={query} fallback={words.failed} rows={TOP}>
        {(answer) =>
          answer.rows.length === 0 ? <Empty>{whyEmpty(status)}</Empty> : <Rows answer={answer} trade={trade} />
        }
      </PolledPart>
    </Panel>
  )
}

/** Says why there is no row: nothing pays, or nothing is known. */
function whyEmpty(status: Status | undefined): string {
  const flow = flowOf(status)
  if (flow === 'flowing') return words.empty
  return flow === 'down'
    ? emptyListWords.allDown.title
    : emptyListWords.engine[status?.engine.reason ?? 'proving-books']
}

function Rows({ answer, trade }: { readonly answer: TopRowsAnswer; readonly trade: Trade | undefined }) {
  const { columns } = words
  return (
    <section tabIndex={0} aria-label={words.table} className="relative overflow-x-auto">
      <table aria-label={words.table} className="figures w-full text-13 max-md:block">
        <thead className="text-12 text-text-3 max-md:sr-only">
          <tr className="h-9 text-left [&>th]:font-medium [&>th]:whitespace-nowrap">
            <th scope="col" className="px-4">
              {columns.pair}
            </th>
            <th scope="col" className={CELL}>
              {columns.route}
            </th>
            <th scope="col" className={RIGHT}>
              {columns.net}
            </th>
            <th scope="col" className={RIGHT}>
              {columns.gain}
            </th>
            <th scope="col" className={`${RIGHT} max-2xl:hidden`}>
              {columns.size}
            </th>
            <th scope="col" className={`${RIGHT} max-[1439px]:hidden`}>
              {columns.latency}
            </th>
            <th scope="col" className={`${CELL} ${BESIDE_BALANCES}`}>
              {columns.confidence}
            </th>
            <th scope="col" className={`${RIGHT} ${BESIDE_BALANCES}`}>
              {columns.age}
            </th>
            <th scope="col" className="px-4 text-right md:max-[1439px]:pl-2">
              <span className="sr-only">{columns.action}</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {answer.rows.slice(0, TOP).map((row) => (
            <Row key={row.id} row={row} answer={answer} trade={trade} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row(props: {
  readonly row: TopRowsAnswer['rows'][number]
  readonly answer: TopRowsAnswer
  readonly trade: Trade | undefined
}) {
  const { row, trade } = props
  const { receivedAt, source } = props.answer
  const age = useCallback(() => span(row.age_ms + steadyNow() - receivedAt), [row.age_ms, receivedAt])
  return (
    <tr className="h-10 border-t border-line max-md:relative max-md:grid max-md:h-auto max-md:grid-cols-[minmax(0,1fr)_112px_106px] max-md:items-center max-md:py-2">
      <th scope="row" className="px-4 text-left font-normal max-md:pr-0 md:max-xl:py-1">
        <span className="flex items-center gap-x-2 max-xl:flex-col max-xl:items-start">
          <Pair row={row} />
          <SourceMark held={{ row, via: 'poll' }} isShort />
        </span>
      </th>
      <td className={`${CELL} whitespace-nowrap text-text-2 max-md:order-4 max-md:col-start-1 max-md:pr-0 max-md:pl-4`}>
        <Route row={row} />
      </td>
      <td className={`${RIGHT} max-md:order-2 max-md:px-1`}>
        <NetLink row={row} look="max-md:after:absolute max-md:after:inset-0" />
      </td>
      <td className={`${RIGHT} max-md:order-5 max-md:px-1`}>
        {signedGain(row.net_pnl)} <span className="text-text-3">{row.quote}</span>
      </td>
      <td className={`${RIGHT} max-2xl:hidden`}>
        <Size row={row} />
      </td>
      <td className={`${RIGHT} max-[1439px]:hidden`}>
        <Latency ms={row.latency_ms} />
      </td>
      <td className={`${CELL} ${BESIDE_BALANCES} max-md:hidden`}>
        <Confidence row={row} />
      </td>
      <td className={`${RIGHT} ${BESIDE_BALANCES} text-text-2 max-md:hidden`}>
        <Ticking text={age} />
      </td>
      <td className="px-4 text-right md:max-[1439px]:pl-2 max-md:relative max-md:z-1 max-md:order-3 max-md:row-span-2 max-md:pl-1">
        {trade === undefined ? (
          <Trial row={row} />
        ) : (
          <TopRowActions row={row} isCached={source === 'cache'} trade={trade} />
        )}
      </td>
    </tr>
  )
}
