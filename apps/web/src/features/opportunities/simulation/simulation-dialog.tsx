import type { OpportunityRow } from '@makas/contract'
import { useState } from 'react'
import { chance } from '../../../shared/live/chance.ts'
import { Button, PRIMARY_BUTTON } from '../../../shared/ui/button.tsx'
import { Modal } from '../../../shared/ui/layers/dialog.tsx'
import { detailsOf } from '../../../text/market/mode-details.ts'
import { modeWords } from '../../../text/market/opportunities.ts'
import { simulationWords } from '../../../text/market/simulation.ts'
import { AmountField, amountOf } from './amount-field.tsx'
import { DialogHead, GoneNote } from './dialog-head.tsx'
import { LowYield, Result } from './result.tsx'
import type { RowDialogProps } from './row-dialog-props.ts'
import { AMOUNTS, amountCurrency, simulationOf } from './simulate.ts'
import { StepBar, StepLine } from './step-line.tsx'
import { useCopiedRow } from './use-copied-row.ts'
import { useSteps } from './use-steps.ts'

const words = simulationWords

/** Length of a step, ms: 1.5 to 2.5 seconds (STATE-27). */
const stepMs = () => 1500 + chance() * 1000

/** Simulates a row under written assumptions, step by step (STATE-26 to STATE-28, VALID-23). */
export function SimulationDialog({ store, id, close, turnTo, trade }: RowDialogProps) {
  const { row, isGone, copy, release } = useCopiedRow(store, id)
  const [typed, setTyped] = useState('')
  // Amount of the shown result, which a newly typed amount does not change.
  const [ran, setRan] = useState<number | null>(null)
  const texts = row === null ? [] : simulationOf(row.mode).steps(row)
  const steps = useSteps(texts.length, stepMs)
  if (row === null) return null
  const amount = amountOf(typed, AMOUNTS)
  const isRunning = steps.current > 0 && steps.current <= texts.length
  const isThrough = steps.current > texts.length
  const start = () => {
    setRan(amount)
    copy()
    steps.start()
  }
  const back = () => {
    release()
    steps.cancel()
  }
  const field = <AmountField typed={typed} type={setTyped} bounds={AMOUNTS} currency={amountCurrency(row)} />
  const evidence = <Button onClick={() => turnTo('evidence', id)}>{words.evidence}</Button>
  return (
    <Modal
      testId="sim-dialog"
      title={isThrough ? words.result : words.title}
      description={<DialogHead row={row} />}
      height="steps"
      onClose={close}
      footer={
        isRunning ? (
          <Button onClick={back}>{words.cancel}</Button>
        ) : isThrough ? (
          <>
            <span className="mr-auto flex gap-2">
              {evidence}
              <Button onClick={() => trade(row)}>{modeWords[row.mode].trade}</Button>
            </span>
            <button type="button" className={SMALL_PRIMARY} onClick={close}>
              {words.done}
            </button>
          </>
        ) : (
          <>
            <span className="mr-auto flex gap-2">
              {evidence}
              {row.mode === 'spot' && <Button onClick={() => turnTo('trial', id)}>{words.trial}</Button>}
            </span>
            <button type="button" className={SMALL_PRIMARY} disabled={amount === null} onClick={start}>
              {words.start}
            </button>
          </>
        )
      }
    >
      <div className="flex flex-1 flex-col px-5 py-4">
        <GoneNote isGone={isGone} isCopied={steps.current > 0} />
        {isThrough && ran !== null ? (
          <Result row={row} amount={ran} stepCount={texts.length}>
            <div className="flex items-start gap-3">
              {field}
              <Button className="mt-6 h-10!" disabled={amount === null} onClick={start}>
                {words.again}
              </Button>
            </div>
          </Result>
        ) : isRunning ? (
          <div className="flex flex-col gap-5">
            <StepBar step={steps.current} count={texts.length} />
            <StepLine step={steps.current} steps={texts.map((text) => ({ text }))} />
          </div>
        ) : (
          <div className="flex flex-col gap-5">
            <p className="max-w-140 text-text-2">{detailsOf(row.mode).intro}</p>
            <div className="flex">{field}</div>
            <Assumptions row={row} />
            <LowYield row={row} />
          </div>
        )}
      </div>
    </Modal>
  )
}

const SMALL_PRIMARY = `${PRIMARY_BUTTON} h-8! text-13! pointer-coarse:h-11! disabled:bg-raised disabled:text-text-3`

function Assumptions({ row }: { readonly row: OpportunityRow }) {
  return (
    <section className="figures">
      <h3 className="text-13 font-semibold">{words.assumptions}</h3>
      <ul className="mt-1.5 flex list-disc flex-col gap-1 pl-5 text-13 text-text-2">
        {simulationOf(row.mode).assumed.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}
