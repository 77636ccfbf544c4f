import type { ReactNode } from 'react'

/** Buttons of a step, at the bottom of the dialog whatever the length of the step. */
export function StepFoot({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky bottom-0 flex min-h-14 flex-wrap items-center justify-between gap-2 border-t border-line bg-panel px-5 py-3">
      {children}
    </div>
  )
}

/** A bar that fills in `ms` milliseconds. Hidden from screen readers: the words beside it say the same. */
export function TimeBar({ ms }: { readonly ms: number }) {
  return (
    <div aria-hidden className="h-1 overflow-hidden rounded-full bg-raised">
      <div className="time-bar h-full bg-accent" style={{ animationDuration: `${ms}ms` }} />
    </div>
  )
}
