import { lazyRouteComponent, Outlet, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'

/** Pages that are read before the script runs: they come without the cache of calls, which is a tenth of all its code. */
const PLAIN = /^\/(legal\/.*)?$/

/** Once loaded it is drawn at once, where one of `lazy` would first leave the page empty. */
const Queries = lazyRouteComponent(() => import('./queries.tsx'), 'Queries')

/** Loads what the page at this address stands on. */
export async function loadQueries(pathname: string): Promise<void> {
  if (!PLAIN.test(pathname)) await Queries.preload?.()
}

/** The page, with what it stands on. */
export function PageOutlet() {
  const { pathname } = useLocation()
  if (PLAIN.test(pathname)) return <Outlet />
  return (
    <Suspense fallback={null}>
      <Queries>
        <Outlet />
      </Queries>
    </Suspense>
  )
}
