import { RotateCcw } from 'lucide-react'
import { whole } from '../../../shared/format/numbers.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { panelWords } from '../../../text/market/opportunity-panels.ts'
import { FilterFields, type FilterProps } from './filter-panel.tsx'
import { filterName } from './filter-words.ts'

const words = opportunityWords.filters
const panel = panelWords.filters

/** The filters between the modes and the table; opening them pushes the table down. */
export function FilterPanel(props: FilterProps) {
  const { filterChoice, found } = props
  return (
    <section
      id="filters"
      data-testid="filter-panel"
      aria-label={words.panel}
      className="rounded-panel border border-line bg-panel"
    >
      <div className="px-5 py-4">
        <FilterFields {...props} />
      </div>
      <div className="figures flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-2.5 text-13">
        <MatchCount filterChoice={filterChoice} found={found} />
        <Button data-testid="filter-reset" onClick={filterChoice.reset} className="ml-auto">
          <RotateCcw size={14} aria-hidden />
          {words.reset}
        </Button>
      </div>
    </section>
  )
}

/** Number of rows that pass the filters, and the filter that excludes the most. */
export function MatchCount({ filterChoice, found }: Pick<FilterProps, 'filterChoice' | 'found'>) {
  const { candidates, matched, costliest } = found
  return (
    <>
      <span>{panel.fits(whole(matched), whole(candidates))}</span>
      {costliest && (
        <span className="text-12 text-text-3">
          {panel.costliest(filterName(filterChoice.mode, costliest.name), whole(costliest.rows))}
        </span>
      )}
    </>
  )
}
