import { useId } from 'react'
import { amount, whole } from '../../../shared/format/numbers.ts'
import { simulationWords } from '../../../text/market/simulation.ts'
import { positiveNumber } from '../filters/positive-number.ts'

const words = simulationWords.amount

/** Bounds of an amount. An empty field means `usual`; without `usual` it is an error. */
export type Bounds = { readonly least: number; readonly most: number; readonly usual?: number }

/** The typed amount; null where it is unreadable or out of bounds; an empty field means `usual`. */
export function amountOf(typed: string, { least, most, usual }: Bounds): number | null {
  const value = typed.trim() === '' ? (usual ?? null) : positiveNumber(typed)
  return value !== null && value >= least && value <= most ? Math.round(value * 100) / 100 : null
}

/** The field of a trial amount, with its bounds. */
export function AmountField(props: {
  readonly typed: string
  readonly type: (typed: string) => void
  readonly bounds: Bounds
  readonly currency: string
}) {
  const { typed, bounds } = props
  const { usual } = bounds
  const id = useId()
  const value = amountOf(typed, bounds)
  const note = words.bounds(whole(bounds.least), whole(bounds.most))
  return (
    <div className="figures min-w-0 flex-1">
      <label htmlFor={id} className="mb-1 block text-13">
        <span className="font-medium">{words.label(props.currency)}</span>
      </label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        placeholder={usual === undefined ? undefined : whole(usual)}
        aria-required={usual === undefined}
        aria-invalid={value === null}
        aria-describedby={`${id}-note`}
        onChange={(event) => props.type(event.target.value)}
        className="h-10 w-full rounded-control border border-text-3 bg-panel px-3 text-14 text-text-1 aria-invalid:border-bad pointer-coarse:h-11"
      />
      <p id={`${id}-note`} className={`mt-1 text-12 ${value === null ? 'text-bad' : 'text-text-3'}`}>
        {value === null
          ? words.wrong(note)
          : typed.trim() === '' && usual !== undefined
            ? words.usual(amount(usual), note)
            : note}
      </p>
    </div>
  )
}
