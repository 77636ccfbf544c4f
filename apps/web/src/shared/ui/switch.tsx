import type { ReactNode } from 'react'

/** A labelled switch that acts at once. A fixed switch stays focusable, so that its reason can be read. */
export function Switch(props: {
  readonly on: boolean
  readonly choose: (on: boolean) => void
  readonly children: ReactNode
  readonly hint?: string
  readonly isFixed?: boolean
  /** Id of the text that explains the switch, for example why it is fixed. */
  readonly describedBy?: string
}) {
  const { on, isFixed = false } = props
  const look = isFixed ? 'border-line bg-raised' : on ? 'border-accent bg-accent' : 'border-text-3'
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-disabled={isFixed || undefined}
      aria-describedby={props.describedBy}
      title={props.hint}
      onClick={() => isFixed || props.choose(!on)}
      className="inline-flex items-center gap-2 rounded-control text-12 whitespace-nowrap text-text-2 hover:text-text-1 aria-disabled:cursor-default aria-disabled:text-text-3 pointer-coarse:h-11"
    >
      <span
        aria-hidden="true"
        className={`flex h-4 w-7 items-center rounded-full border p-px ${on ? 'justify-end' : ''} ${look}`}
      >
        <span className={`size-3 rounded-full ${on && !isFixed ? 'bg-on-accent' : 'bg-text-3'}`} />
      </span>
      {props.children}
    </button>
  )
}
