import type { ReactNode } from 'react'

/** A large panel in place of the list: what is the matter, and the way out. */
export function StatePanel(props: {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}) {
  return (
    <section className="flex min-h-80 flex-col items-start justify-center gap-3 rounded-panel border border-line bg-panel px-6 py-10 sm:px-12">
      <span className="text-text-3">{props.icon}</span>
      <h2 className="text-20 font-semibold">{props.title}</h2>
      <p className="max-w-140 text-text-2">{props.text}</p>
      {props.children}
    </section>
  )
}
