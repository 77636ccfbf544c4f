import { Check, LoaderCircle } from 'lucide-react'
import { simulationWords } from '../../../text/market/simulation.ts'

const words = simulationWords.step

export type Step = {
  readonly text: string
  /** What was ordered or filled. */
  readonly detail?: string
  /** Time of day at which the step began. */
  readonly time?: string
}

/** Steps in a list: done, running or waiting. A screen reader is told each step once, when it begins. */
export function StepLine({ steps, step: at }: { readonly steps: readonly Step[]; readonly step: number }) {
  const now = steps[at - 1]
  return (
    <>
      <ol className="figures flex flex-col">
        {steps.map((step, index) => {
          const state = index + 1 < at ? 'done' : index + 1 === at ? 'running' : 'waiting'
          const isLast = index === steps.length - 1
          return (
            <li key={step.text} aria-current={state === 'running' ? 'step' : undefined} className="flex gap-3">
              <span className="flex flex-col items-center" aria-hidden="true">
                <span
                  className={`grid size-5 shrink-0 place-items-center rounded-full border ${
                    state === 'done'
                      ? 'border-transparent bg-accent-wash text-accent'
                      : state === 'running'
                        ? 'border-accent text-accent'
                        : 'border-line'
                  }`}
                >
                  {state === 'done' && <Check size={12} />}
                  {state === 'running' && <LoaderCircle size={12} className="animate-spin" />}
                </span>
                {!isLast && <span className={`w-px flex-1 ${state === 'done' ? 'bg-accent' : 'bg-line'}`} />}
              </span>
              <span className={`min-w-0 flex-1 ${isLast ? '' : 'pb-3.5'} ${state === 'waiting' ? 'text-text-3' : ''}`}>
                <span className="flex items-baseline justify-between gap-3 text-14">
                  <span className={state === 'running' ? 'font-semibold' : ''}>
                    {step.text}
                    {state === 'running' && <span className="font-normal text-accent"> · {words.running}</span>}
                    {state === 'waiting' && <span> · {words.waiting}</span>}
                    {state === 'done' && <span className="sr-only"> · {words.done}</span>}
                  </span>
                  {state !== 'waiting' && step.time && <span className="text-12 text-text-3">{step.time}</span>}
                </span>
                {state !== 'waiting' && step.detail && <span className="block text-12 text-text-2">{step.detail}</span>}
              </span>
            </li>
          )
        })}
      </ol>
      <p role="status" className="sr-only">
        {now === undefined ? '' : words.whole(String(at), String(steps.length), now.text)}
      </p>
    </>
  )
}

/** Progress as a bar with its words. */
export function StepBar({ step, count }: { readonly step: number; readonly count: number }) {
  const share = Math.round((Math.min(step - 1, count) / count) * 100)
  return (
    <div className="figures w-40 max-w-full" aria-hidden="true">
      <p className="flex justify-between text-12 text-text-2">
        <span>{words.short(String(Math.min(step, count)), String(count))}</span>
        <span>%{share}</span>
      </p>
      <span className="mt-1.5 block h-1 overflow-hidden rounded-full bg-line">
        <span className="block h-full bg-accent" style={{ width: `${share}%` }} />
      </span>
    </div>
  )
}
