import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import {
  DEFAULT_SORT,
  type Sort,
  type SortColumn,
  sortAfterClick,
  sortColumn,
} from '../../../shared/opportunity/list/order.ts'
import { sortIn, sortText } from '../filters/address.ts'

const route = getRouteApi('/opportunities')

export type Sorting = {
  readonly sort: Sort
  readonly choose: (sort: Sort) => void
  /** Sorts by the column of a pressed heading. */
  readonly press: (column: SortColumn) => void
}

/** The order of the list, kept in the address where it is not the default (OPP-29). */
export function useSort(): Sorting {
  const { mode = 'spot', sort: said } = route.useSearch()
  const navigate = route.useNavigate()
  const sort = useMemo((): Sort => {
    const asked = sortIn({ sort: said })
    const column = asked === null ? null : sortColumn(mode, asked.column)
    return asked === null || column === null ? DEFAULT_SORT[mode] : { column, descending: asked.descending }
  }, [mode, said])
  const choose = useCallback(
    (next: Sort) => {
      const usual = DEFAULT_SORT[mode]
      const isUsual = next.column === usual.column && next.descending === usual.descending
      void navigate({
        search: (now) => ({ ...now, sort: isUsual ? undefined : sortText(next) }),
        replace: true,
        resetScroll: false,
      })
    },
    [mode, navigate],
  )
  const press = useCallback((column: SortColumn) => choose(sortAfterClick(sort, column)), [choose, sort])
  return { sort, choose, press }
}
