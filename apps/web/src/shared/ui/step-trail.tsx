import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

/** The steps of a dialog: done, current, still to come. `now` counts from 1; words are left out on phones. */
export function StepTrail(props: {
  readonly label: string
  readonly steps: readonly string[]
  readonly now: number
  /** Shows only the numbers; screen readers get the words. */
  readonly isBare?: boolean
}) {
  return (
    <ol aria-label={props.label} className="flex items-center gap-2">
      {props.steps.map((step, at) => {
        const isDone = at + 1 < props.now
        const isHere = at + 1 === props.now
        return (
          <li key={step} aria-current={isHere ? 'step' : undefined} className="flex items-center gap-2">
            {at > 0 && <span aria-hidden className="w-4 border-t border-line sm:w-5" />}
            <span
              className={`figures grid size-5 shrink-0 place-items-center rounded-full text-12 font-semibold ${
                isHere
                  ? 'bg-accent text-on-accent'
                  : isDone
                    ? 'bg-accent-wash text-accent'
                    : 'border border-line text-text-2'
              }`}
            >
              {isDone ? <Check size={12} aria-hidden /> : <span aria-hidden>{at + 1}</span>}
            </span>
            <span
              className={
                props.isBare === true
                  ? 'sr-only'
                  : `text-13 max-sm:sr-only ${isHere ? 'font-semibold text-text-1' : 'text-text-2'}`
              }
            >
              {step}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** The heading of a step; focused when the step begins, so that a screen reader reads it. */
export function StepHeading({ children, aside }: { readonly children: ReactNode; readonly aside?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <h3 ref={heading} tabIndex={-1} data-step-heading className="text-20 font-semibold text-text-1 outline-none">
        {children}
      </h3>
      {aside}
    </div>
  )
}

/** The element that a dialog of steps focuses first. */
export const stepHeadingIn = (panel: HTMLElement): HTMLElement | null => panel.querySelector('[data-step-heading]')
