import { RotateCcw } from 'lucide-react'
import { whole } from '../../../shared/format/numbers.ts'
import { Button, PRIMARY_BUTTON } from '../../../shared/ui/button.tsx'
import { Sheet } from '../../../shared/ui/layers/sheet.tsx'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { panelWords } from '../../../text/market/opportunity-panels.ts'
import { FilterFields, type FilterProps } from './filter-panel.tsx'
import { MatchCount } from './filter-place.tsx'

const words = opportunityWords.filters
const panel = panelWords.filters

/** All filters in a sheet from below, on a phone. */
export function FilterSheet(props: FilterProps & { readonly close: () => void }) {
  const { filterChoice, found, close } = props
  return (
    <Sheet
      side="bottom"
      testId="filter-panel"
      title={words.panel}
      description={
        <span className="flex flex-wrap gap-x-3">
          <MatchCount filterChoice={filterChoice} found={found} />
        </span>
      }
      onClose={close}
      footer={
        <>
          <Button data-testid="filter-reset" onClick={filterChoice.reset} className="mr-auto">
            <RotateCcw size={14} aria-hidden />
            {words.reset}
          </Button>
          <button type="button" onClick={close} className={PRIMARY_BUTTON}>
            {panel.show(whole(found.matched))}
          </button>
        </>
      }
    >
      <div className="px-4 py-4">
        <FilterFields {...props} />
      </div>
    </Sheet>
  )
}
