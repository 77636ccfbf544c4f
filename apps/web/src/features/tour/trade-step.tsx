import { tourAmount, tourProfit } from '@makas/domain'
import { Info, LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { amount, percent, signedGain } from '../../shared/format/numbers.ts'
import { istanbulTime } from '../../shared/format/times.ts'
import { wallNow } from '../../shared/time/steady.ts'
import { BUTTON, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { Definition } from '../../shared/ui/definition-list.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { StepHeading } from '../../shared/ui/step-trail.tsx'
import { tr } from '../../text/frame/tr.ts'
import { tourText } from '../../text/site/tour.ts'
import { type DemoOpportunity, type DemoTrade, tradeWith } from './demo-trade.ts'
import { StepFoot, TimeBar } from './step-foot.tsx'

const words = tourText.trade
/** Length of the trade, ms (STATE-10). */
const TRADE_MS = 2_000
const DONE_MS = 2_000

type Props = {
  readonly opportunity: DemoOpportunity
  readonly balance: number
  readonly traded: (profit: number) => void
  readonly end: () => void
  readonly look: () => void
}

/** Step 3: the trade takes 2 s; its result is shown for 2 s more, then the tour is over (STATE-10). */
export function TradeStep({ opportunity, balance, traded, end, look }: Props) {
  const [isRunning, setRunning] = useState(false)
  const [trade, setTrade] = useState<DemoTrade | null>(null)
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => {
      const done = tradeWith(opportunity, balance, wallNow())
      setRunning(false)
      setTrade(done)
      traded(done.profit)
    }, TRADE_MS)
    return () => clearTimeout(timer)
  }, [isRunning, opportunity, balance, traded])
  useEffect(() => {
    if (trade === null) return
    const timer = setTimeout(end, DONE_MS)
    return () => clearTimeout(timer)
  }, [trade, end])
  const stake = trade?.amount ?? tourAmount(balance)
  const profit = trade?.profit ?? tourProfit(stake, opportunity.netROI)
  const roi = percent(opportunity.netROI, placesOf(opportunity.netROI))
  const [buy, sell] = [tr.exchanges[opportunity.buyEx], tr.exchanges[opportunity.sellEx]]
  const usd = (value: number) => tourText.usd(amount(value))
  return (
    <>
      <div className="figures flex flex-1 flex-col gap-3 px-5 py-4">
        <div className="flex flex-col gap-1">
          <StepHeading>{words.title}</StepHeading>
          <p className="text-13 text-text-2">
            {opportunity.pair} · {tourText.route(buy, sell)}
          </p>
        </div>
        {trade === null ? (
          <p className="text-13 text-text-2">{words.lead}</p>
        ) : (
          <Notice tone="good" role="status">
            <p className="text-14 font-semibold">{words.done}</p>
            <p>{words.doneText}</p>
          </Notice>
        )}
        <dl className="divide-y divide-line text-13">
          <Line name={words.amount} value={usd(stake)} />
          <Line name={words.roi} value={roi} />
          {trade === null ? (
            <Line isStrong name={words.expected} value={tourText.usd(signedGain(profit))} />
          ) : (
            <>
              <Line isStrong name={words.gain(amount(stake), roi)} value={tourText.usd(signedGain(profit))} />
              <Line name={words.before} value={usd(balance - profit)} />
              <Line isStrong name={words.after} value={usd(balance)} />
              <Line name={words.status} value={words.completed} />
              <Line name={words.number} value={`${trade.id} · ${istanbulTime(trade.timestamp)}`} />
            </>
          )}
        </dl>
        {isRunning && (
          <div className="flex flex-col gap-2">
            <p role="status" className="text-12 text-text-2">
              {words.steps(buy, sell)}
            </p>
            <TimeBar ms={TRADE_MS} />
          </div>
        )}
        <p className="mt-auto flex items-start gap-2 text-12 text-text-2">
          <Info size={16} aria-hidden className="mt-0.5 shrink-0" />
          {words.warning}
        </p>
        {trade !== null && <TimeBar ms={DONE_MS} />}
      </div>
      <StepFoot>
        {trade === null ? (
          <button
            type="button"
            aria-disabled={isRunning}
            onClick={() => setRunning(true)}
            className={`${PRIMARY_BUTTON} ml-auto h-8! text-13 pointer-coarse:h-11!`}
          >
            {isRunning && <LoaderCircle size={16} aria-hidden className="animate-spin" />}
            {isRunning ? words.running : words.start}
          </button>
        ) : (
          <>
            <button type="button" onClick={look} className={BUTTON}>
              {words.look}
            </button>
            <button type="button" onClick={end} className={`${PRIMARY_BUTTON} h-8! text-13 pointer-coarse:h-11!`}>
              {words.end}
            </button>
          </>
        )}
      </StepFoot>
    </>
  )
}

/** Decimals of the return that make the shown calculation exact. */
const placesOf = (roi: number): 2 | 4 => (Math.abs(roi * 100 - Math.round(roi * 100)) < 1e-9 ? 2 : 4)

function Line(props: { readonly name: string; readonly value: string; readonly isStrong?: boolean }) {
  const weight = props.isStrong === true ? 'font-semibold text-text-1' : 'text-text-2'
  return (
    <Definition name={props.name} layout="spread" pairLook={`flex justify-between gap-4 py-1 ${weight}`} nameLook="">
      {props.value}
    </Definition>
  )
}
