import type { SpotAnswer, SpotRow } from '@makas/contract'
import { RefreshCw } from 'lucide-react'
import { useCallback } from 'react'
import { percent, signedAmount } from '../../../shared/format/numbers.ts'
import { istanbulClock, span } from '../../../shared/format/times.ts'
import { steadyNow } from '../../../shared/time/steady.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Ticking } from '../../../shared/ui/ticking.tsx'
import { tr } from '../../../text/tr.ts'
import type { Held } from '../list/list-state.ts'
import { SourceMark } from '../table/figures.tsx'
import { LevelArrow } from '../table/level-shape.tsx'
import { LEVEL_TEXT, roiLevel } from '../table/levels.ts'
import { takenLevels } from './account.ts'
import { CopyButtons } from './copy-buttons.tsx'
import { DepthChart } from './depth-chart.tsx'
import { Facts } from './facts.tsx'
import { Ladder } from './ladders.tsx'
import { Waterfall } from './waterfall.tsx'

const words = tr.evidence

export function EvidenceBody(props: {
  readonly answer: SpotAnswer
  readonly arrivedAt: number
  readonly clickedAt: string | null
  readonly latest: Held | null
  readonly renew: () => void
  readonly renewing: boolean
}) {
  const { row, evidence } = props.answer
  const [buy, sell] = evidence.legs
  const buyLevels = takenLevels(buy, evidence.size)
  const sellLevels = takenLevels(sell, evidence.size)
  const buyName = tr.exchanges[buy.exchange]
  const sellName = tr.exchanges[sell.exchange]
  return (
    <>
      <Header row={row} arrivedAt={props.arrivedAt} />
      <section
        tabIndex={0}
        aria-label={words.body}
        className="min-h-0 flex-1 overflow-y-auto relative -outline-offset-2"
      >
        <Notes {...props} />
        <div className="grid md:grid-cols-[minmax(0,7fr)_minmax(0,6fr)]">
          <div className="flex flex-col gap-4 px-5 py-4 sm:px-6 md:border-r md:border-line">
            <h3 className="text-12 text-text-3">{words.depth}</h3>
            <DepthChart
              buy={buyLevels}
              sell={sellLevels}
              size={evidence.size}
              currency={row.size_currency}
              buyName={buyName}
              sellName={sellName}
            />
            <div className="flex flex-wrap gap-x-6 gap-y-4">
              <Ladder name={words.asksOf(buyName)} levels={buyLevels} />
              <Ladder name={words.bidsOf(sellName)} levels={sellLevels} />
            </div>
          </div>
          <div className="flex flex-col gap-5 px-5 py-4 sm:px-6">
            <Waterfall row={row} evidence={evidence} />
            <section aria-label={words.facts}>
              <Facts row={row} evidence={evidence} arrivedAt={props.arrivedAt} />
            </section>
          </div>
        </div>
      </section>
      <div className="flex flex-wrap gap-2 border-t border-line px-5 py-3 sm:px-6">
        <CopyButtons answer={props.answer} />
        <Button onClick={props.renew} disabled={props.renewing} className="ml-auto">
          <RefreshCw size={14} aria-hidden />
          {words.renew}
        </Button>
      </div>
    </>
  )
}

function Header({ row, arrivedAt }: { readonly row: SpotRow; readonly arrivedAt: number }) {
  const level = roiLevel(row.net_roi)
  const age = useCallback(() => words.age(span(row.age_ms + steadyNow() - arrivedAt)), [row.age_ms, arrivedAt])
  const buy = tr.exchanges[row.buy_exchange]
  const sell = tr.exchanges[row.sell_exchange]
  return (
    <div className="figures flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-4 pr-14 pl-5 sm:pl-6">
      <p className="text-20 font-semibold">{row.symbol}</p>
      <p className="text-text-2">{tr.opportunities.alternatives.route(buy, sell)}</p>
      <SourceMark row={row} />
      <p className="flex items-center gap-3 text-text-2 md:ml-auto">
        {row.state === 'LIVE' && <Ticking className="text-13 text-text-3" text={age} />}
        <span className={`inline-flex items-center gap-2 text-28 font-semibold ${LEVEL_TEXT[level]}`}>
          <LevelArrow level={level} size={18} />
          <span className="sr-only">{tr.opportunities.columns.netROI} </span>
          {percent(row.net_roi)}
        </span>
        <span>
          {signedAmount(row.net_pnl)} {row.quote}
        </span>
      </p>
    </div>
  )
}

/** What is to be said about the time of the figures: kept after closing, newer than clicked, older than the list's. */
function Notes(props: {
  readonly answer: SpotAnswer
  readonly clickedAt: string | null
  readonly latest: Held | null
}) {
  const { row } = props.answer
  const time = istanbulClock(Date.parse(row.updated_at))
  const notes: string[] = []
  if (row.state === 'CLOSED') notes.push(words.closedRow)
  else {
    if (props.clickedAt !== null && row.updated_at > props.clickedAt) notes.push(words.newer(time))
    if (props.latest?.gone) notes.push(words.closedSince)
  }
  return (
    <div role="status" className="figures text-13 text-text-2">
      {notes.length > 0 && <p className="border-b border-line bg-raised px-5 py-2 sm:px-6">{notes.join(' ')}</p>}
    </div>
  )
}
