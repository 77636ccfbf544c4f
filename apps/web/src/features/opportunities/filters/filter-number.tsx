import { type ReactNode, useEffect, useId, useState } from 'react'
import { amount, whole } from '../../../shared/format/numbers.ts'
import { panelWords } from '../../../text/market/opportunity-panels.ts'
import { placesOf } from './filter-words.ts'
import { positiveNumber } from './positive-number.ts'

const panel = panelWords.filters

/** A threshold that applies while it is typed; unreadable text changes nothing and shows an error. */
export function FilterNumber(props: {
  readonly label: string
  readonly unit: string
  readonly value: number
  /** Least number of decimals shown; a value that has more shows them. */
  readonly places: number
  readonly most: number
  readonly note?: ReactNode
  readonly choose: (value: number) => void
}) {
  const { label, value, places, most, choose } = props
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  // A preset, the reset or the address has set another value: the typed text no longer holds.
  useEffect(() => {
    setTyped((text) => (text !== null && numberIn(text) === value ? text : null))
  }, [value])
  const parsed = typed === null ? value : numberIn(typed)
  const problem = parsed === null ? panel.notNumber : parsed > most ? panel.tooLarge(whole(most)) : null
  return (
    <div className="figures">
      <label htmlFor={id} className="mb-1 block text-12 text-text-2">
        {label}
      </label>
      <span className="flex h-8 items-center rounded-control border border-text-3 bg-panel pr-2.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent pointer-coarse:h-11">
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? amount(value, placesOf(value, places))}
          aria-invalid={problem !== null}
          aria-describedby={problem === null && !props.note ? undefined : `${id}-note`}
          onChange={(event) => {
            const text = event.target.value
            setTyped(text)
            const next = numberIn(text)
            if (next !== null && next <= most) choose(next)
          }}
          onBlur={() => setTyped(null)}
          className="h-full w-full min-w-0 bg-transparent px-2.5 text-right text-14 text-text-1 outline-none"
        />
        <span className="shrink-0 text-13 text-text-3">{props.unit}</span>
      </span>
      {(problem !== null || props.note) && (
        <p id={`${id}-note`} className={`mt-1 text-12 ${problem === null ? 'text-text-3' : 'text-bad'}`}>
          {problem ?? props.note}
        </p>
      )}
    </div>
  )
}

/** The typed threshold, none where nothing is typed; null where the text is no number. */
const numberIn = (typed: string) => (typed.trim() === '' ? 0 : positiveNumber(typed))
