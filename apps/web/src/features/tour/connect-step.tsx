import { ArrowLeft, Check, CircleCheck, LoaderCircle, Lock } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { amount } from '../../shared/format/numbers.ts'
import { steadyNow } from '../../shared/time/steady.ts'
import { BUTTON } from '../../shared/ui/button.tsx'
import { StepHeading } from '../../shared/ui/step-trail.tsx'
import { Ticking } from '../../shared/ui/ticking.tsx'
import { tr } from '../../text/frame/tr.ts'
import { tourText } from '../../text/site/tour.ts'
import type { DemoOpportunity } from './demo-trade.ts'
import { StepFoot, TimeBar } from './step-foot.tsx'

const words = tourText.connect
/** Time until both exchanges are connected, ms (STATE-09). */
const CONNECT_MS = 1_500
/** Time until the first exchange is connected, ms. */
const FIRST_MS = 750

/** Step 2: connects both exchanges, one after the other, without a key. */
export function ConnectStep(props: {
  readonly opportunity: DemoOpportunity
  readonly back: () => void
  readonly done: () => void
}) {
  const { opportunity, done } = props
  const [isFirstThere, setFirstThere] = useState(false)
  const [begun] = useState(steadyNow)
  useEffect(() => {
    const first = setTimeout(() => setFirstThere(true), FIRST_MS)
    const both = setTimeout(done, CONNECT_MS)
    return () => {
      clearTimeout(first)
      clearTimeout(both)
    }
  }, [done])
  const passed = useCallback(() => words.time(amount(Math.min(CONNECT_MS, steadyNow() - begun) / 1_000, 1)), [begun])
  return (
    <>
      <div className="flex flex-1 flex-col gap-4 p-5">
        <div className="flex flex-col gap-1">
          <StepHeading>{words.title}</StepHeading>
          <p className="text-13 text-text-2">{words.lead}</p>
        </div>
        <ul className="divide-y divide-line rounded-control border border-line">
          <Exchange name={tr.exchanges[opportunity.buyEx]} side={words.buy} isThere={isFirstThere} />
          <Exchange name={tr.exchanges[opportunity.sellEx]} side={words.sell} isThere={false} />
        </ul>
        <div className="flex flex-col gap-2">
          <p className="figures flex justify-between text-12 text-text-2">
            {words.asking}
            <Ticking text={passed} />
          </p>
          <TimeBar ms={CONNECT_MS} />
        </div>
        <div className="rounded-control border border-line bg-page p-3.5 text-13">
          <p className="font-semibold text-text-1">{words.whatTitle}</p>
          <p className="text-text-2">{words.what}</p>
        </div>
      </div>
      <StepFoot>
        <button type="button" onClick={props.back} className={BUTTON}>
          <ArrowLeft size={16} aria-hidden />
          {words.back}
        </button>
        <p role="status" className="flex items-center gap-2 text-13 text-text-2">
          <LoaderCircle size={16} aria-hidden className="animate-spin" />
          {words.foot}
        </p>
      </StepFoot>
    </>
  )
}

function Exchange(props: { readonly name: string; readonly side: string; readonly isThere: boolean }) {
  const State = props.isThere ? CircleCheck : LoaderCircle
  return (
    <li className="flex flex-col gap-2 px-3.5 py-3">
      <p className="flex items-center gap-2 text-14 font-semibold text-text-1">
        {props.name}
        <span className="text-12 font-normal text-text-2">{props.side}</span>
        <span
          className={`ml-auto inline-flex items-center gap-1.5 text-13 font-medium ${props.isThere ? 'text-good' : 'text-accent'}`}
        >
          <State size={16} aria-hidden className={props.isThere ? '' : 'animate-spin'} />
          {props.isThere ? words.connected : words.connecting}
        </span>
      </p>
      <ul className={`flex flex-wrap gap-x-4 gap-y-1 text-12 ${props.isThere ? 'text-good' : 'text-text-3'}`}>
        {words.rights.map((right, at) => {
          const Icon = at === words.rights.length - 1 ? Lock : Check
          return (
            <li
              key={right}
              className={props.isThere ? 'inline-flex items-center gap-1' : 'inline-flex items-center gap-1 opacity-0'}
            >
              <Icon size={14} aria-hidden />
              {right}
            </li>
          )
        })}
      </ul>
    </li>
  )
}
