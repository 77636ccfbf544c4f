import type { Mode } from '@makas/contract'
import { amount, percent } from '../../../shared/format/numbers.ts'
import { tr } from '../../../text/frame/tr.ts'
import { modeWords, opportunityWords } from '../../../text/market/opportunities.ts'
import type { FilterName, Filters } from './filters.ts'

const words = opportunityWords.filters

/** Name of a filter within a sentence: the label of its control. */
export function filterName(mode: Mode, name: FilterName): string {
  switch (name) {
    case 'minNet':
    case 'minPnL':
    case 'baseAsset':
      return modeWords[mode][name]
    case 'text':
      return opportunityWords.search.label
    default:
      return words[name]
  }
}

/** Number of decimals that show a threshold in full: at least `least`, at most 8. */
export function placesOf(value: number, least: number): number {
  return Math.max(least, Math.min(8, String(value).split('.')[1]?.length ?? 0))
}

/** Words of a filter's chip. The value of a filter that is only on or off says its name too; `name` is then empty. */
export function chipWords(
  mode: Mode,
  name: FilterName,
  filters: Filters,
  currency: string | null,
): { readonly name: string; readonly value: string } {
  const { chip, least, most } = words
  switch (name) {
    case 'minNet':
      return { name: modeWords[mode].net, value: least(percent(filters.minNet, placesOf(filters.minNet, 2))) }
    case 'minPnL':
      return {
        name: modeWords[mode].gain,
        value: least(`${amount(filters.minPnL, placesOf(filters.minPnL, 2))} ${currency ?? ''}`.trim()),
      }
    case 'minLiq':
      return { name: chip.minLiq, value: least(percent(filters.minLiq, placesOf(filters.minLiq, 0))) }
    case 'maxSlippage':
      return { name: chip.maxSlippage, value: most(percent(filters.maxSlippage, placesOf(filters.maxSlippage, 2))) }
    case 'minConfidence':
      return {
        name: chip.minConfidence,
        value: least(amount(filters.minConfidence, placesOf(filters.minConfidence, 0))),
      }
    case 'minTTL':
      return { name: chip.minTTL, value: least(`${amount(filters.minTTL, placesOf(filters.minTTL, 0))} ${words.ms}`) }
    case 'exchanges':
      return { name: chip.exchanges, value: filters.exchanges.map((id) => tr.exchanges[id]).join(', ') }
    case 'fundingDir':
      return { name: chip.fundingDir, value: words.directionShort[filters.fundingDir] }
    case 'maxLev':
      return { name: chip.maxLev, value: words.leverage[filters.maxLev] }
    case 'baseAsset':
      return { name: chip.baseAsset, value: filters.baseAsset ?? words.anyAsset }
    case 'text':
      return { name: chip.text, value: filters.text }
    case 'stableOnly':
    case 'ownedOnly':
      return { name: '', value: chip[name] }
  }
}
