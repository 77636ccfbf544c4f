import { X } from 'lucide-react'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { chipWords, filterName } from './filter-words.ts'
import { type FilterName, withOpen } from './filters.ts'
import type { FilterChoice } from './use-filters.ts'

const words = opportunityWords.filters

/** The active filters, each with a button that drops it; they stay when the panel is closed. */
export function FilterChips(props: {
  readonly filterChoice: FilterChoice
  readonly active: readonly FilterName[]
  readonly currency: string | null
}) {
  const { filterChoice, active } = props
  if (active.length === 0) return null
  return (
    <ul aria-label={words.chips} className="figures flex min-w-0 flex-wrap items-center gap-1.5">
      {active.map((name) => {
        const chip = chipWords(filterChoice.mode, name, filterChoice.filters, props.currency)
        return (
          <li
            key={name}
            className="inline-flex h-6.5 max-w-full items-center rounded-full bg-raised pl-2.5 text-12 pointer-coarse:h-9"
          >
            <span className="truncate">
              {chip.name !== '' && <span className="text-text-2">{chip.name} </span>}
              <span className="font-medium">{chip.value}</span>
            </span>
            <button
              type="button"
              aria-label={words.remove(filterName(filterChoice.mode, name))}
              onClick={() => filterChoice.change(withOpen(filterChoice.filters, name))}
              className="grid h-full w-6.5 shrink-0 place-items-center rounded-full text-text-3 hover:text-text-1 pointer-coarse:w-9"
            >
              <X size={12} aria-hidden />
            </button>
          </li>
        )
      })}
      <li>
        <button
          type="button"
          onClick={filterChoice.reset}
          className="rounded-control px-1.5 text-12 font-medium text-accent hover:underline pointer-coarse:py-2.5"
        >
          {words.reset}
        </button>
      </li>
    </ul>
  )
}
