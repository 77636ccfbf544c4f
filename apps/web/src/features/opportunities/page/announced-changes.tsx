import type { Mode } from '@makas/contract'
import { useMemo } from 'react'
import { whole } from '../../../shared/format/numbers.ts'
import type { Sort } from '../../../shared/opportunity/list/order.ts'
import { tr } from '../../../text/frame/tr.ts'
import { modeWords, opportunityWords } from '../../../text/market/opportunities.ts'
import { sortText } from '../filters/address.ts'
import type { Filters } from '../filters/filters.ts'
import { type AnnouncementKeys, Announcer } from './announcer.tsx'
import type { FilterResult } from './use-order.ts'

const words = opportunityWords.announce

/** The sentences that the announcer reads out when the mode, the order, the filters or the connection change. */
export function AnnouncedChanges(props: {
  readonly mode: Mode
  readonly sort: Sort
  readonly filters: Filters
  readonly isLost: boolean
  readonly found: FilterResult
}) {
  const { mode, sort, filters, isLost, found } = props
  const keys = useMemo(
    () => ({ mode, sort: sortText(sort), filters: JSON.stringify(filters), link: String(isLost) }),
    [mode, sort, filters, isLost],
  )
  const textOf = (kind: keyof AnnouncementKeys): string => {
    if (kind === 'mode') return words.mode(tr.modes[mode])
    if (kind === 'link') return isLost ? words.lost : words.regained
    if (kind === 'filters') return words.found(modeWords[mode].shown(whole(found.candidates), whole(found.matched)))
    const { columns, sortUp, sortDown } = opportunityWords
    return words.sort(columns[sort.column], sort.descending ? sortDown : sortUp)
  }
  return <Announcer keys={keys} textOf={textOf} />
}
