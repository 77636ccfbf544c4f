import { PAPER_SENTENCES, type SpotRow } from '@makas/contract'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { amount as money, percent, price, quantity, signedGain } from '../../../shared/format/numbers.ts'
import { istanbulClockMs } from '../../../shared/format/times.ts'
import { Graded } from '../../../shared/opportunity/row/grade-shape.tsx'
import { roiGrade } from '../../../shared/opportunity/row/grades.ts'
import { canBeTried } from '../../../shared/paper/can-be-tried.ts'
import { wallNow } from '../../../shared/time/steady.ts'
import { Button, PRIMARY_BUTTON } from '../../../shared/ui/button.tsx'
import { Definition } from '../../../shared/ui/definition-list.tsx'
import { Modal } from '../../../shared/ui/layers/dialog.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { tr } from '../../../text/frame/tr.ts'
import { simulationWords } from '../../../text/market/simulation.ts'
import { AmountField, amountOf, type Bounds } from './amount-field.tsx'
import { DialogHead, GoneNote } from './dialog-head.tsx'
import type { TrialResult } from './last-trial.tsx'
import type { RowDialogProps } from './row-dialog-props.ts'
import { type Step, StepBar, StepLine } from './step-line.tsx'
import { shareOf, TrialSums, type TrialTrade, tradeOf } from './trial-sums.tsx'
import { useCopiedRow } from './use-copied-row.ts'
import { useSteps } from './use-steps.ts'

const words = simulationWords.trialTrade

/** Bounds of the amount, in dollars (VALID-22): a thousand bitcoin are nobody's trial. */
const BOUNDS: Bounds = { least: 100, most: 10_000 }
/** Default amount, in dollars (STATE-25). */
const USUAL = 1000
/** How long the success notice is shown, ms (STATE-25). */
const SUCCESS_MS = 6_000
const STEP_MS = 1_200
const stepMs = () => STEP_MS

/** A trade with virtual money at the prices of a row, message by message (STATE-23 to STATE-25). */
export function TrialDialog(
  props: RowDialogProps & {
    readonly trial: { readonly typed: string; readonly type: (typed: string) => void }
    readonly finished: (result: TrialResult) => void
  },
) {
  const { store, id, close, trial } = props
  const { row, isGone, copy, release } = useCopiedRow(store, id)
  const times = useRef<number[]>([])
  const steps = useSteps(6, stepMs)
  if (row?.mode !== 'spot') return null
  const isOffered = canBeTried(row)
  const amount = isOffered ? amountOf(trial.typed, BOUNDS) : null
  const made = amount === null ? null : tradeOf(row, amount)
  if (steps.current > 0 && times.current.length < steps.current) times.current = [...times.current, wallNow()]
  const start = () => {
    times.current = []
    copy()
    steps.start()
  }
  const cancel = () => {
    release()
    steps.cancel()
  }
  const isRunning = steps.current > 0 && steps.current <= 6
  const isThrough = steps.current > 6
  const done = () => {
    if (made !== null) props.finished({ pair: row.symbol, gain: `${signedGain(made.got.gain)} ${row.quote}` })
    trial.type(money(USUAL, 0))
    close()
  }
  return (
    <Modal
      testId="demo-dialog"
      title={isThrough ? words.success : words.title}
      description={<DialogHead row={row} />}
      height="steps"
      onClose={isThrough ? done : close}
      footer={
        isThrough ? (
          <Button onClick={done}>{simulationWords.done}</Button>
        ) : (
          <>
            <p className="mr-auto max-w-80 text-12 text-text-2">{words.foot}</p>
            {isRunning ? (
              <Button onClick={cancel}>{simulationWords.cancel}</Button>
            ) : (
              <button
                type="button"
                className={`${PRIMARY_BUTTON} h-8! text-13! pointer-coarse:h-11! disabled:bg-raised disabled:text-text-3`}
                disabled={amount === null}
                title={isOffered ? undefined : PAPER_SENTENCES.otherCurrency}
                onClick={start}
              >
                {words.start}
              </button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-1 flex-col px-5 py-4">
        {!isThrough && <GoneNote isGone={isGone} isCopied={steps.current > 0} />}
        {isThrough && made !== null ? (
          <Success row={row} made={made} close={done} />
        ) : isRunning && made !== null ? (
          <div className="flex flex-col gap-5">
            <div className="flex flex-wrap items-start justify-between gap-4">
              <TrialTerms row={row} made={made} />
              <StepBar step={steps.current} count={6} />
            </div>
            <StepLine step={steps.current} steps={stepsOf(row, made, times.current)} />
            <TrialSums row={row} made={made} step={steps.current} />
          </div>
        ) : (
          <div className="flex flex-col gap-5">
            <p className="text-text-2">{words.lead}</p>
            {isOffered ? (
              <div className="flex">
                <AmountField typed={trial.typed} type={trial.type} bounds={BOUNDS} currency={row.quote} />
              </div>
            ) : (
              <Notice tone="info">{PAPER_SENTENCES.otherCurrency}</Notice>
            )}
            {made !== null && <TrialTerms row={row} made={made} />}
            {made?.isPartial && (
              <p className="text-13 text-warn">
                {words.partial(`${money(row.volume)} ${row.quote}`, `${signedGain(made.got.gain)} ${row.quote}`)}
              </p>
            )}
          </div>
        )}
      </div>{' '}
    </Modal>
  )
}

function stepsOf(row: SpotRow, made: TrialTrade, times: readonly number[]): Step[] {
  const coins = ({ size }: { readonly size: number }) => `${quantity(size)} ${row.base}`
  const buyPrice = `${price(row.buy_price)} ${row.quote}`
  const sold = words.order(coins(made.got), `${price(row.sell_price)} ${row.quote}`)
  const bought = words.order(coins(made.got), buyPrice)
  const details = [
    undefined,
    words.order(coins(made.expected), buyPrice),
    made.isPartial ? `${bought} · ${shareOf(made)}` : bought,
    sold,
    sold,
    undefined,
  ]
  return words.steps(tr.exchanges[row.buy_exchange], tr.exchanges[row.sell_exchange]).map((text, at) => {
    const detail = details[at]
    const time = times[at]
    return {
      text,
      ...(detail === undefined ? {} : { detail }),
      ...(time === undefined ? {} : { time: istanbulClockMs(time) }),
    }
  })
}

function TrialTerms({ row, made }: { readonly row: SpotRow; readonly made: TrialTrade }) {
  return (
    <dl className="figures flex flex-wrap gap-x-8 gap-y-2 text-13">
      <Definition name={simulationWords.amount.label(row.quote)} look="font-medium">
        {money(made.expected.spent)}
      </Definition>
      <Definition name={words.expected}>
        <Graded grade={roiGrade(row.net_roi)}>
          {percent(row.net_roi)} · {signedGain(made.expected.gain)} {row.quote}
        </Graded>
      </Definition>
    </dl>
  )
}

/** Success notice that closes by itself; the pointer or the focus on it holds the clock (STATE-25). */
function Success(props: { readonly row: SpotRow; readonly made: TrialTrade; readonly close: () => void }) {
  const { row, made } = props
  const [isHeld, setHeld] = useState(false)
  const close = useRef(props.close)
  close.current = props.close
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => close.current(), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  return (
    <div
      role="status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      className="figures flex flex-1 flex-col items-center justify-center gap-3 text-center"
    >
      <CircleCheck size={40} aria-hidden className="text-good" />
      <p className="text-13 text-text-2">{words.earned}</p>
      <p className="text-28 font-semibold text-good">
        {signedGain(made.got.gain)} {row.quote}
      </p>
      <p className="text-13 text-text-2">
        {money(made.got.spent)} {row.quote} · {percent(row.net_roi)}
      </p>
      <div className="w-full text-left">
        <TrialSums row={row} made={made} step={7} />
      </div>
      <p className="text-12 text-text-3">{words.closes}</p>
    </div>
  )
}
