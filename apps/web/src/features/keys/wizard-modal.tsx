import type { ExchangeId, KeyRecord } from '@makas/contract'
import { useId, useState } from 'react'
import { Modal } from '../../shared/ui/layers/dialog.tsx'
import { StepTrail, stepHeadingIn } from '../../shared/ui/step-trail.tsx'
import { wizardText as words } from '../../text/account/wizard.ts'
import { ExchangeStep } from './exchange-step.tsx'
import { KeyStep } from './key-step.tsx'
import { ResultFoot, ResultStep } from './result-step.tsx'

type Step =
  | { readonly kind: 'exchange' }
  | { readonly kind: 'key'; readonly exchange: ExchangeId }
  | { readonly kind: 'result'; readonly record: KeyRecord }

const NUMBER = { exchange: 1, key: 2, result: 3 } as const

/** Connects an exchange in three steps (WIZ-01 to WIZ-03): the exchange, its key, and the exchange's answer. */
export function WizardModal(props: { readonly close: () => void; readonly finish: () => void }) {
  const [step, setStep] = useState<Step>({ kind: 'exchange' })
  const foot = useId()
  const first = () => setStep({ kind: 'exchange' })
  const now = NUMBER[step.kind]
  return (
    <Modal
      title={words.title}
      aside={<StepTrail label={words.stepOf(now, words.steps.length)} steps={words.steps} now={now} />}
      size="medium"
      height="steps"
      testId="api-wizard"
      firstFocus={stepHeadingIn}
      onClose={props.close}
      footer={
        step.kind === 'result' ? (
          <ResultFoot again={first} finish={props.finish} />
        ) : step.kind === 'key' ? (
          // The key step draws its own buttons in here, because it sends a form.
          <div id={foot} className="flex w-full flex-wrap items-center gap-3" />
        ) : undefined
      }
    >
      {step.kind === 'exchange' && <ExchangeStep choose={(exchange) => setStep({ kind: 'key', exchange })} />}
      {step.kind === 'key' && (
        <KeyStep
          exchange={step.exchange}
          footId={foot}
          back={first}
          saved={(record) => setStep({ kind: 'result', record })}
        />
      )}
      {step.kind === 'result' && <ResultStep record={step.record} />}
    </Modal>
  )
}
