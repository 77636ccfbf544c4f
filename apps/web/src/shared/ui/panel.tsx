import { type ReactNode, useId } from 'react'

/** A framed part of a page. Its heading is 44 px high, with a hint beside it and a link at its end (design.md § 9). */
export function Panel(props: {
  readonly title: string
  readonly hint?: ReactNode
  readonly action?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`flex min-w-0 flex-col overflow-hidden rounded-panel border border-line bg-panel ${props.className ?? ''}`}
    >
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line px-4 py-2">
        <h2 id={id} className="text-14 font-semibold text-text-1">
          {props.title}
        </h2>
        {props.hint !== undefined && <div className="text-12 text-text-3">{props.hint}</div>}
        {props.action !== undefined && <div className="ml-auto text-13">{props.action}</div>}
      </header>
      {props.children}
    </section>
  )
}
