import { percent, whole } from '../../../shared/format/numbers.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { panelWords } from '../../../text/market/opportunity-panels.ts'
import { PRESET_FILTERS, PRESETS, presetOf } from './presets.ts'
import type { FilterChoice } from './use-filters.ts'

const words = opportunityWords.filters
const panel = panelWords.filters

/** Sets five filters of carry at once (OPP-27). A change of any of the five by hand clears the mark. */
export function PresetCards({ filterChoice }: { readonly filterChoice: FilterChoice }) {
  const chosen = presetOf(filterChoice.filters)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-12 text-text-2">{panel.presets}</legend>
      <div className="flex flex-col gap-1.5">
        {PRESETS.map((preset) => {
          const { minNet, minPnL, maxLev, minLiq, fundingDir } = PRESET_FILTERS[preset]
          return (
            <label
              key={preset}
              data-testid={`preset-${preset}`}
              className="flex cursor-pointer items-start gap-2.5 rounded-control border border-line px-3 py-1.5 hover:bg-raised has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="preset"
                checked={chosen === preset}
                onChange={() => filterChoice.change(PRESET_FILTERS[preset])}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0">
                <span className="block text-13 font-medium">{panel.preset[preset]}</span>
                <span className="figures block text-12 text-text-2">
                  {panel.presetText(
                    percent(minNet, 0),
                    whole(minPnL),
                    whole(maxLev),
                    percent(minLiq, 0),
                    words.directionShort[fundingDir],
                  )}
                </span>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
