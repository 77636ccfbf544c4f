import type { ReactNode } from 'react'

/** How a name stands to its value: the classes around both (null: nothing is), and those of each. */
const LAYOUTS = {
  /** The small name above the value. */
  stacked: { pair: '', name: 'text-12 text-text-3', value: 'font-medium text-text-1' },
  /** Two cells of a list that is a grid of two columns. */
  cells: { pair: null, name: 'text-text-3', value: 'text-right text-text-1' },
  /** The name left, the value right. */
  spread: { pair: 'flex justify-between gap-4', name: 'text-text-2', value: 'text-right text-text-1' },
} as const

type Props = {
  readonly name: ReactNode
  readonly layout?: keyof typeof LAYOUTS
  /** Classes in the place of the layout's own. */
  readonly pairLook?: string
  readonly nameLook?: string
  readonly look?: string
  readonly children: ReactNode
}

/** A name with its value, in a `dl`. */
export function Definition({ name, layout = 'stacked', pairLook, nameLook, look, children }: Props) {
  const looks = LAYOUTS[layout]
  const around = pairLook ?? looks.pair
  const pair = (
    <>
      <dt className={nameLook ?? looks.name}>{name}</dt>
      <dd className={`m-0 ${look ?? looks.value}`}>{children}</dd>
    </>
  )
  return around === null ? pair : <div className={around}>{pair}</div>
}

export type NamedValue = { readonly name: string; readonly value: ReactNode; readonly hint?: ReactNode }

/** Definitions under each other: the name left, the value right, a rule between them. */
export function DefinitionList(props: { readonly entries: readonly NamedValue[]; readonly className?: string }) {
  return (
    <dl className={`figures m-0 text-13 ${props.className ?? ''}`}>
      {props.entries.map(({ name, value, hint }) => (
        <Definition
          key={name}
          layout="spread"
          pairLook="flex items-start justify-between gap-4 border-line py-2 not-first:border-t"
          name={
            <>
              {name}
              {hint !== undefined && <span className="block text-12 text-text-3">{hint}</span>}
            </>
          }
        >
          {value}
        </Definition>
      ))}
    </dl>
  )
}
