import type { ReactNode } from 'react'

/** A labelled on/off control that acts at once. */
export function Switch(props: {
  readonly on: boolean
  readonly choose: (on: boolean) => void
  readonly children: ReactNode
  readonly hint?: string
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={props.on}
      title={props.hint}
      onClick={() => props.choose(!props.on)}
      className="inline-flex items-center gap-2 rounded-control text-12 text-text-2 hover:text-text-1 pointer-coarse:h-11"
    >
      <span
        aria-hidden="true"
        className={`flex h-4 w-7 items-center rounded-full border p-px ${props.on ? 'justify-end border-accent bg-accent' : 'border-text-3'}`}
      >
        <span className={`size-3 rounded-full ${props.on ? 'bg-on-accent' : 'bg-text-3'}`} />
      </span>
      {props.children}
    </button>
  )
}
