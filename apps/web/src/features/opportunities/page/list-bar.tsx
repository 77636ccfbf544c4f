import type { Mode } from '@makas/contract'
import { Search, SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { whole } from '../../../shared/format/numbers.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { modeWords, opportunityWords } from '../../../text/market/opportunities.ts'
import type { FilterChoice } from '../filters/use-filters.ts'
import { ModeSwitch } from './mode-switch.tsx'

const words = opportunityWords

/** Switch of the modes, search of the rows, and the button of the filters. */
export function ListBar(props: {
  readonly counts: Readonly<Record<Mode, number | null>>
  readonly filterChoice: FilterChoice
  readonly active: number
  readonly filtersOpen: boolean
  readonly toggleFilters: () => void
  readonly searchField: RefObject<HTMLInputElement | null>
  readonly children?: ReactNode
}) {
  const { filterChoice, active, filtersOpen } = props
  const { mode } = filterChoice
  return (
    <div className="figures flex flex-wrap items-center gap-x-4 gap-y-2">
      <ModeSwitch mode={mode} counts={props.counts} />
      {/* On a tablet the hint has a line of its own, so that switch and search share theirs. */}
      <p className="min-w-0 flex-1 basis-60 text-13 text-text-2 max-lg:text-12 max-lg:basis-full sm:max-lg:order-last">
        {modeWords[mode].hint}
      </p>
      <div className="flex items-center gap-2 max-sm:w-full max-sm:flex-wrap sm:max-lg:ml-auto print:hidden">
        <SearchField filterChoice={filterChoice} field={props.searchField} />
        <Button
          data-testid="filter-toggle"
          aria-expanded={filtersOpen}
          aria-controls="filters"
          onClick={props.toggleFilters}
          className="aria-expanded:border-accent aria-expanded:bg-accent-wash"
        >
          <SlidersHorizontal size={14} aria-hidden />
          {words.filters.button}
          {active > 0 && (
            <>
              <span
                data-testid="filter-badge"
                className="grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-12 leading-none font-semibold text-on-accent"
              >
                {whole(active)}
              </span>
              <span className="sr-only"> {words.filters.activeUnit}</span>
            </>
          )}
        </Button>
        {props.children}
      </div>
    </div>
  )
}

/** Searches pairs and exchanges while typing; kept in the address with the other filters. */
function SearchField(props: {
  readonly filterChoice: FilterChoice
  readonly field: RefObject<HTMLInputElement | null>
}) {
  const { filters, change } = props.filterChoice
  const [typed, setTyped] = useState(filters.text)
  useEffect(() => setTyped(filters.text), [filters.text])
  return (
    <span className="flex h-8 w-56 items-center gap-2 rounded-control border border-text-3 bg-panel px-2.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent max-sm:w-full pointer-coarse:h-11">
      <Search size={14} aria-hidden className="shrink-0 text-text-3" />
      <input
        ref={props.field}
        type="text"
        inputMode="search"
        maxLength={40}
        aria-label={words.search.label}
        placeholder={words.search.label}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          change({ text: event.target.value.trim() })
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
        onBlur={() => setTyped(filters.text)}
        className="h-full w-full min-w-0 bg-transparent text-13 text-text-1 outline-none placeholder:text-text-3"
      />
      {typed === '' ? (
        <kbd className="shrink-0 rounded-control border border-line px-1.5 font-sans text-12 leading-4.5 text-text-3 max-sm:hidden pointer-coarse:hidden">
          /
        </kbd>
      ) : (
        <button
          type="button"
          aria-label={words.search.clear}
          onClick={() => change({ text: '' })}
          className="grid size-5 shrink-0 place-items-center rounded-control text-text-3 hover:text-text-1 pointer-coarse:size-9"
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  )
}
