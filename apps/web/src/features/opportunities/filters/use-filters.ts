import type { Mode } from '@makas/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { filtersOf, searchOf } from './address.ts'
import { DEFAULTS, type Filters } from './filters.ts'

const route = getRouteApi('/opportunities')

export type FilterChoice = {
  readonly mode: Mode
  readonly filters: Filters
  /** Changes some filters; the address follows in place, without a new entry of the history (OPP-10). */
  readonly change: (some: Partial<Filters>) => void
  readonly reset: () => void
}

/** The filters of the page, kept in its address. */
export function useFilters(): FilterChoice {
  const mode = route.useSearch({ select: (search) => search.mode ?? 'spot' })
  // Stays one object until a filter changes: an opened dialog or another order must not filter the rows anew.
  const filters = route.useSearch({ select: filtersOf, structuralSharing: true })
  const navigate = route.useNavigate()
  const change = useCallback(
    (some: Partial<Filters>) =>
      void navigate({
        search: (now) => ({ ...now, ...searchOf(now.mode ?? 'spot', { ...filtersOf(now), ...some }) }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const reset = useCallback(() => change(DEFAULTS[mode]), [change, mode])
  return { mode, filters, change, reset }
}
