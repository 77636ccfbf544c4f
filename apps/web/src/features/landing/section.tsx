import type { ReactNode } from 'react'

/** A section of the page with its heading. */
export function Section(props: {
  readonly id?: string
  readonly title: string
  readonly lead?: string
  readonly isRaised?: boolean
  readonly children: ReactNode
}) {
  return (
    <section
      id={props.id}
      aria-label={props.title}
      className={`scroll-mt-4 px-4 py-12 sm:px-8 sm:py-16 ${props.isRaised ? 'border-y border-line bg-panel' : ''}`}
    >
      <div className="mx-auto max-w-296">
        <h2 className="max-w-[26ch] text-28 font-semibold text-balance">{props.title}</h2>
        {props.lead !== undefined && <p className="mt-3 max-w-[65ch] text-16 text-text-2">{props.lead}</p>}
        <div className="mt-8">{props.children}</div>
      </div>
    </section>
  )
}

/** Marks figures that are samples, or that are not the newest. */
export function Mark({ children }: { readonly children: ReactNode }) {
  return (
    <span className="shrink-0 rounded-control border border-line px-1.5 text-12 leading-5 font-medium text-text-2">
      {children}
    </span>
  )
}
