import { Link } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { useCallback } from 'react'
import { percent, signedGain, whole } from '../../shared/format/numbers.ts'
import { span } from '../../shared/format/times.ts'
import { Confidence, Latency, Pair, Route, Size, SourceMark } from '../../shared/opportunity/row/figures.tsx'
import { LevelArrow } from '../../shared/opportunity/row/level-shape.tsx'
import { LEVEL_TEXT, roiLevel } from '../../shared/opportunity/row/levels.ts'
import { steadyNow } from '../../shared/time/steady.ts'
import { BUTTON } from '../../shared/ui/button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Empty, Failed, Loading } from '../../shared/ui/state-view.tsx'
import { Ticking } from '../../shared/ui/ticking.tsx'
import { tr } from '../../text/frame/tr.ts'
import { deskText } from '../../text/market/desk.ts'
import { opportunityWords } from '../../text/market/opportunities.ts'
import { canBeTried, TOP, type TopRows as Told } from './desk-queries.ts'
import type { PaperSubject } from './paper-dialog.tsx'

const words = deskText.top
const RIGHT = 'px-3 text-right whitespace-nowrap'

type Props = {
  readonly told: Told | undefined
  readonly error: unknown
  readonly retry: () => void
  readonly choose: (row: PaperSubject) => void
}

/** The ten best spot rows as they were told last (DASH-03); each can be tried on paper. */
export function TopRows({ told, error, retry, choose }: Props) {
  return (
    <Panel
      title={words.title}
      hint={told === undefined ? undefined : words.note(whole(told.rows.length))}
      action={
        <Link to="/opportunities" className="font-medium text-accent hover:underline">
          {words.all}
        </Link>
      }
    >
      {told !== undefined ? (
        told.rows.length === 0 ? (
          <Empty>{words.empty}</Empty>
        ) : (
          <Rows told={told} choose={choose} />
        )
      ) : error !== null ? (
        <Failed error={error} fallback={words.failed} retry={retry} />
      ) : (
        <Loading rows={TOP} />
      )}
    </Panel>
  )
}

function Rows({ told, choose }: { readonly told: Told; readonly choose: (row: PaperSubject) => void }) {
  const { columns } = words
  return (
    <section tabIndex={0} aria-label={words.table} className="relative overflow-x-auto">
      <table aria-label={words.table} className="figures w-full text-13 max-md:block">
        <thead className="text-12 text-text-3 max-md:sr-only">
          <tr className="h-9 text-left [&>th]:font-medium [&>th]:whitespace-nowrap">
            <th scope="col" className="px-4">
              {columns.pair}
            </th>
            <th scope="col" className="px-3">
              {columns.route}
            </th>
            <th scope="col" className={RIGHT}>
              {columns.net}
            </th>
            <th scope="col" className={RIGHT}>
              {columns.gain}
            </th>
            <th scope="col" className={`${RIGHT} max-xl:hidden`}>
              {columns.size}
            </th>
            <th scope="col" className={RIGHT}>
              {columns.latency}
            </th>
            <th scope="col" className="px-3">
              {columns.confidence}
            </th>
            <th scope="col" className={RIGHT}>
              {columns.age}
            </th>
            <th scope="col" className="px-4 text-right">
              <span className="sr-only">{columns.action}</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {told.rows.slice(0, TOP).map((row) => (
            <Row key={row.id} row={row} receivedAt={told.receivedAt} choose={choose} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row(props: {
  readonly row: Told['rows'][number]
  readonly receivedAt: number
  readonly choose: (row: PaperSubject) => void
}) {
  const { row, receivedAt, choose } = props
  const level = roiLevel(row.net_roi)
  const age = useCallback(() => span(row.age_ms + steadyNow() - receivedAt), [row.age_ms, receivedAt])
  const route = `${tr.exchanges[row.buy_exchange]} → ${tr.exchanges[row.sell_exchange]}`
  return (
    <tr className="h-10 border-t border-line max-md:grid max-md:h-auto max-md:grid-cols-[1fr_auto_auto] max-md:items-center max-md:px-1 max-md:py-2">
      <th scope="row" className="px-4 text-left font-normal max-md:px-3">
        <span className="inline-flex max-w-full items-center gap-2">
          <Pair row={row} />
          <SourceMark held={{ row, via: 'poll' }} short="always" />
        </span>
      </th>
      <td className="px-3 whitespace-nowrap text-text-2 max-md:order-4 max-md:col-start-1">
        <Route row={row} />
      </td>
      <td className={`${RIGHT} max-md:order-2`}>
        <Link
          to="/opportunities"
          search={{ mode: 'spot', evidence: row.id }}
          aria-label={opportunityWords.openEvidence(row.symbol, percent(row.net_roi))}
          className={`inline-flex items-center gap-1.5 font-semibold decoration-1 underline-offset-4 hover:underline pointer-coarse:py-2 ${LEVEL_TEXT[level]}`}
        >
          <LevelArrow level={level} />
          {percent(row.net_roi)}
        </Link>
      </td>
      <td className={`${RIGHT} max-md:order-5`}>
        {signedGain(row.net_pnl)} <span className="text-text-3">{row.quote}</span>
      </td>
      <td className={`${RIGHT} max-xl:hidden`}>
        <Size row={row} />
      </td>
      <td className={`${RIGHT} max-md:hidden`}>
        <Latency ms={row.latency_ms} />
      </td>
      <td className="px-3 max-md:hidden">
        <Confidence row={row} />
      </td>
      <td className={`${RIGHT} text-text-2 max-md:hidden`}>
        <Ticking text={age} />
      </td>
      <td className="px-4 text-right max-md:order-3 max-md:row-span-2 max-md:px-3">
        {canBeTried(row) && (
          <button
            type="button"
            aria-label={words.paperOf(row.symbol, route)}
            onClick={() => choose(row)}
            className={`${BUTTON} h-7`}
          >
            <FlaskConical size={14} aria-hidden />
            {words.paper}
          </button>
        )}
      </td>
    </tr>
  )
}
