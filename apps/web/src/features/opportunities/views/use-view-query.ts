import { defaultParseSearch, defaultStringifySearch, getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { DIALOGS, readSearch } from '../filters/address.ts'

const route = getRouteApi('/opportunities')

/** The shown view as text of the address, without open dialogs, and a function that shows another view. */
export function useViewQuery(): { readonly query: string; readonly show: (query: string) => void } {
  const query = route.useSearch({
    select: (search) => {
      const closed = Object.fromEntries(DIALOGS.map((kind) => [kind, undefined]))
      const written = Object.entries({ ...search, ...closed }).filter(([, value]) => value !== undefined)
      return defaultStringifySearch(Object.fromEntries(written)).replace(/^[?]/, '').replaceAll('%2C', ',')
    },
  })
  const navigate = route.useNavigate()
  const show = useCallback(
    (kept: string) =>
      void navigate({ search: readSearch(defaultParseSearch(kept)), replace: true, resetScroll: false }),
    [navigate],
  )
  return { query, show }
}
