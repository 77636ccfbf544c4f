import type { ReactNode } from 'react'

/** Classes of each layout. `pair`: of the element around name and value; null if there is no such element. */
const LAYOUTS = {
  /** A small name above the value. */
  stacked: { pair: '', name: 'text-12 text-text-3', value: 'font-medium text-text-1' },
  /** Two cells of a list that is a grid of two columns. */
  cells: { pair: null, name: 'text-text-3', value: 'text-right text-text-1' },
  /** The name at the left, the value at the right. */
  spread: { pair: 'flex justify-between gap-4', name: 'text-text-2', value: 'text-right text-text-1' },
} as const

type Props = {
  readonly name: ReactNode
  readonly layout?: keyof typeof LAYOUTS
  /** Replaces the classes of the layout. */
  readonly pairLook?: string
  readonly nameLook?: string
  readonly look?: string
  readonly children: ReactNode
}

/** A name with its value, within a `dl`. */
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

type DefinitionEntry = { readonly name: string; readonly value: ReactNode; readonly hint?: ReactNode }

/** A list of definitions: the name at the left, the value at the right, a rule between them. */
export function DefinitionList(props: { readonly entries: readonly DefinitionEntry[]; readonly className?: string }) {
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
